//! Columns that stand under each other, for terminals.

/// One line for each row; each column is as wide as its widest cell, the last one as it is.
pub(super) fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: [usize; N] = std::array::from_fn(|column| width(column).unwrap_or_default());
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn columns_stand_under_each_other_whatever_the_script() {
        let rows = [["a", "5 ₽", "one"], ["bcd", "", ""], ["где", "10 ₽", "two"]];
        let rows = rows.map(|row| row.map(str::to_owned));

        assert_eq!(aligned(&rows), "a    5 ₽   one\nbcd\nгде  10 ₽  two");
        assert_eq!(aligned::<3>(&[]), "");
    }
}
