//! Lines from a file or a pipe, one at a time, of bounded length.
//!
//! Of a line that is longer than any of ours only the beginning is handed on; then it is no JSON any
//! more, and counts as a line of somebody else's.

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// Longer than any line of ours.
const LONGEST: usize = 1024 * 1024;

/// Hands every line on, without its end.
pub(crate) async fn each_line(
    mut log: impl AsyncBufRead + Unpin,
    mut take: impl FnMut(&[u8]),
) -> std::io::Result<()> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let piece = log.fill_buf().await?;
        if piece.is_empty() {
            break;
        }
        let end = piece.iter().position(|byte| *byte == b'\n');
        let (text, used) = match end {
            Some(end) => (&piece[..end], end + 1),
            None => (piece, piece.len()),
        };
        let room = LONGEST - line.len();
        line.extend_from_slice(&text[..text.len().min(room)]);
        begun = end.is_none();
        log.consume(used);
        if end.is_some() {
            take(&line);
            line.clear();
        }
    }
    if begun {
        take(&line);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tokio::io::BufReader;

    use super::{LONGEST, each_line};

    async fn lines(text: &[u8], buffer: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let log = BufReader::with_capacity(buffer, text);
        each_line(log, |line| lines.push(String::from_utf8_lossy(line).into_owned()))
            .await
            .unwrap();
        lines
    }

    #[tokio::test]
    async fn lines_are_the_same_however_they_are_read() {
        for buffer in [1, 2, 3, 64] {
            assert_eq!(lines(b"one\n\ntwo\nthree", buffer).await, ["one", "", "two", "three"]);
            assert_eq!(lines(b"one\n", buffer).await, ["one"]);
            assert!(lines(b"", buffer).await.is_empty());
        }
    }

    #[tokio::test]
    async fn a_line_without_an_end_costs_no_more_than_the_longest() {
        let endless = vec![b'x'; LONGEST * 2];
        let text = [endless.as_slice(), b"\nnext\n"].concat();

        let lines = lines(&text, 8192).await;

        assert_eq!((lines[0].len(), lines[1].as_str()), (LONGEST, "next"));
    }
}
