//! Every model of the catalogue that is priced by a file, in every format it takes: whoever lies about the
//! length or the size never gets the price of the lie.
//!
//! A new model, and a new format of an old one, is covered by standing in the catalogue.

use domain::catalogue::{Answer, Catalogue, Form, Input, Media, MediaKind, Model, Upload, Value};
use domain::generation::{Brief, FileRef, Quoted, Settlement, settle};
use domain::offers::Discount;
use domain::{Credits, Offers};
use media::Meter;
use simulator::footage::{self, Container, Format, Lie};

use super::uploads::measure_of;

/// What a liar says of a file.
const CLAIMED: Upload = Upload { milliseconds: Some(1_000), pixels: Some((64, 64)) };

/// Formats of inputs that name none.
const ANY: [&str; 12] =
    ["mp4", "mov", "webm", "mkv", "mp3", "m4a", "wav", "ogg", "aac", "flac", "png", "jpg"];

/// Files of this format that play for so long, or have sides of so many pixels, and tell each lie about
/// themselves; none where nobody here can make one.
fn lying(format: &str, seconds: u32, side: u32) -> Vec<Vec<u8>> {
    let picture = match format {
        "png" => Some(Format::Png),
        "jpg" | "jpeg" => Some(Format::Jpeg),
        "webp" => Some(Format::WebP),
        "gif" => Some(Format::Gif),
        _ => None,
    };
    let pictures = picture
        .into_iter()
        .flat_map(|format| Lie::ALL.map(|lie| footage::picture(format, (side, side), lie)));
    let wrapped = Container::ALL.into_iter().filter(|one| one.extension() == format);
    let played = wrapped.flat_map(|one| Lie::ALL.map(|lie| footage::make(one, seconds, lie)));
    pictures.chain(played).collect()
}

/// The inputs by whose files the price of a model is measured.
fn priced(model: &Model) -> impl Iterator<Item = (&Input, &Media)> {
    model.inputs.iter().filter_map(|input| match &input.form {
        Form::Media(media) if model.is_priced_by(&input.name) => Some((input, media)),
        _ => None,
    })
}

/// Any order for a model with files that are said to be this.
fn brief(model: &Model, files: Upload) -> Brief {
    let asked = model.inputs.iter().filter(|input| input.shown && input.default().is_none());
    let answer = |input: &Input| match &input.form {
        Form::Text { min_length, .. } => {
            Some(Answer::Value(Value::Text("a".repeat((*min_length).max(1) as usize))))
        }
        Form::Choice { values, .. } => values.first().cloned().map(Answer::Value),
        Form::Switch { .. } => Some(Answer::Value(Value::Switch(false))),
        Form::Whole(whole) => Some(Answer::Value(Value::Whole(whole.min))),
        Form::Media(media) => Some(Answer::Files(vec![files; media.min_items.max(1) as usize])),
        Form::Fixed(_) => None,
    };
    let given = asked.filter_map(|input| Some((input.name.clone(), answer(input)?)));
    let order = model.order(given.collect()).unwrap();
    let files = order.answers().filter_map(|(name, answer)| {
        let (Answer::Files(files), Form::Media(media)) = (answer, &model.input(name)?.form) else {
            return None;
        };
        let file = |upload: &Upload| FileRef {
            file: "A".to_owned(),
            kind: media.kind,
            mime: None,
            bytes: None,
            milliseconds: upload.milliseconds,
            pixels: upload.pixels,
        };
        Some((name.to_owned(), files.iter().map(file).collect()))
    });
    Brief::of(&order, files.collect())
}

/// What an order with files of this truth costs us; none when the model does not take them.
fn cost(model: &Model, truth: Upload) -> Option<Credits> {
    let priced: Vec<&str> = priced(model).map(|(input, _)| input.name.as_str()).collect();
    let mut brief = brief(model, CLAIMED);
    for (name, files) in &mut brief.files {
        if priced.contains(&name.as_str()) {
            for file in files {
                (file.milliseconds, file.pixels) = (truth.milliseconds, truth.pixels);
            }
        }
    }
    model.cost(&brief.order(model).ok()?).ok()
}

/// What becomes of the claimed order when every file by which its price is measured has these bytes.
fn settled(model: &Model, offers: &Offers, bytes: &[u8]) -> (Settlement, Quoted) {
    let brief = brief(model, CLAIMED);
    let cost = model.cost(&brief.order(model).unwrap()).unwrap();
    let quoted =
        Quoted { price: offers.price(cost, Discount::NONE).unwrap(), cost, is_free: false };
    let mut meter = Meter::new();
    bytes.chunks(1_000).for_each(|piece| meter.take(piece));
    let measure = measure_of(meter.finish());
    let measures: Vec<Vec<_>> =
        brief.files.iter().map(|(_, files)| vec![measure; files.len()]).collect();
    (settle(model, offers, &brief, &measures, quoted).0, quoted)
}

#[test]
fn no_lie_about_a_file_of_any_format_is_sold_at_its_price_by_any_model() {
    let (catalogue, offers) = (Catalogue::built_in().unwrap(), Offers::built_in().unwrap());
    let (mut told, mut lies) = (0, 0);
    for model in catalogue.models() {
        for (input, media) in priced(model) {
            let formats: Vec<&str> = match &media.formats[..] {
                [] => ANY.to_vec(),
                formats => formats.iter().map(String::as_str).collect(),
            };
            let (seconds, side) =
                (media.max_seconds.unwrap_or(90), media.max_side.unwrap_or(4_000));
            for (format, seconds) in
                formats.iter().flat_map(|format| [2, seconds, seconds + 30].map(|s| (*format, s)))
            {
                let truth = Upload {
                    milliseconds: (media.kind != MediaKind::Image).then_some(seconds * 1_000),
                    pixels: (media.kind == MediaKind::Image).then_some((side, side)),
                };
                let files = lying(format, seconds, side);
                let is_made = !files.is_empty();
                // What nobody can make stands for what nobody can read.
                let unread = (!is_made).then(|| format.repeat(100).into_bytes());
                for bytes in files.into_iter().chain(unread) {
                    let (settlement, quoted) = settled(model, &offers, &bytes);
                    let what = format!("{} {} {format} of {seconds} s", model.key, input.name);
                    let paid = match settlement {
                        Settlement::AsQuoted => Some(quoted.cost),
                        Settlement::Cheaper { cost, .. } => Some(cost),
                        _ => None,
                    };
                    let is_covered =
                        paid.zip(cost(model, truth)).is_some_and(|(paid, cost)| paid >= cost);
                    assert!(paid.is_none() || is_covered, "{what}: {settlement:?}");
                    let is_unknown = matches!(settlement, Settlement::Unmeasurable { .. });
                    assert!(is_made || is_unknown, "{what}: {settlement:?}");
                    (told, lies) = (told + usize::from(is_made), lies + 1);
                }
            }
        }
    }
    assert!(told >= 20 && lies >= 100, "{told} of {lies}");
}
