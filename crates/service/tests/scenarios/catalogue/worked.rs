//! Orders of real models, worked by hand from the files and asked of the real program.
//!
//! ```text
//!   credits x units + surcharge = cost
//!   cost x 0.005 dollars x 80 roubles x markup 2 = cost x 80 kopecks, rounded up
//!   kopecks : 120 for a Star, rounded up
//! ```
//!
//! A price that changes in a file changes here as well: whoever types it in works it out once more.

use super::{catalogue, json};

/// One order a line; `*1001` stands for a text of so many characters.
///
/// Pictures, seconds, minutes, thousands of characters and megapixels that are begun count whole:
/// 7.3 s are 8, 61 s are 2 minutes, 1200x900 is 1.08 and counts 2.
const TABLE: &str = "
model                   | order                               | per             | credits | units | more | cost  | kopecks | stars
suno-lyrics             | prompt=a                            | request         | 0.4     | 1     | 0    | 0.4   | 32      | 1
hailuo-23-i2v-std       | image_url=1 prompt=a duration=10    | request         | 50      | 1     | 0    | 50    | 4000    | 34
runway                  | prompt=a duration=10                | request         | 30      | 1     | 0    | 30    | 2400    | 20
wan-26-t2v              | prompt=a                            | request         | 104.5   | 1     | 0    | 104.5 | 8360    | 70
kling-26-t2v            | prompt=a duration=10 sound=true     | request         | 220     | 1     | 0    | 220   | 17600   | 147
gemini-omni-video       | prompt=a duration=10 resolution=4k  | request         | 210     | 1     | 0    | 210   | 16800   | 140
recraft-upscale         | image=1                             | image           | 0.5     | 1     | 0    | 0.5   | 40      | 1
seedream-3              | prompt=a                            | image           | 3.5     | 1     | 0    | 3.5   | 280     | 3
topaz-image             | image_url=900x700 upscale_factor=4  | image           | 40      | 1     | 0    | 40    | 3200    | 27
gpt-image-15            | prompt=a quality=high               | image           | 22      | 1     | 0    | 22    | 1760    | 15
wan-27-image-pro        | prompt=a n=3                        | image           | 12      | 3     | 0    | 36    | 2880    | 24
ideogram-3-remix        | image_url=1 prompt=a num_images=4   | image           | 7       | 4     | 0    | 28    | 2240    | 19
qwen-3-pro-edit         | image_urls=3 prompt=a resolution=2K | image           | 12      | 1     | 1.5  | 13.5  | 1080    | 9
seedream-5-pro-edit     | image_urls=4 prompt=abc             | image           | 7       | 1     | 1.5  | 8.5   | 680     | 6
pixverse-6-t2v          | prompt=abc quality=540p duration=7  | second          | 5.6     | 7     | 0    | 39.2  | 3136    | 27
grok-video-t2v          | prompt=a                            | second          | 2.4     | 6     | 0    | 14.4  | 1152    | 10
seedance-2-mini         | prompt=abc duration=4               | second          | 8.2     | 4     | 0    | 32.8  | 2624    | 22
wan-22-move             | image_url=1 video_url=7.3s          | second          | 6       | 8     | 0    | 48    | 3840    | 32
volcengine-lip-sync     | video_url=1 audio_url=20s           | second          | 8       | 20    | 0    | 160   | 12800   | 107
elevenlabs-isolation    | audio_url=12.01s                    | second          | 0.2     | 13    | 0    | 2.6   | 208     | 2
elevenlabs-transcript   | audio_url=60s                       | minute          | 3.5     | 1     | 0    | 3.5   | 280     | 3
elevenlabs-transcript   | audio_url=61s                       | minute          | 3.5     | 2     | 0    | 7     | 560     | 5
elevenlabs-turbo        | text=*1000                          | 1000-characters | 6       | 1     | 0    | 6     | 480     | 4
elevenlabs-multilingual | text=*1001                          | 1000-characters | 12      | 2     | 0    | 24    | 1920    | 16
qwen-image-edit         | image_url=1 prompt=a                | megapixel       | 5       | 1     | 0    | 5     | 400     | 4
qwen-image              | prompt=a image_size=square_hd       | megapixel       | 4       | 2     | 0    | 8     | 640     | 6
qwen-image-remix        | image_url=1200x900 prompt=a         | megapixel       | 4       | 2     | 0    | 8     | 640     | 6
";

/// Every unit that a price can be per.
const UNITS: [&str; 6] = ["request", "image", "second", "minute", "1000-characters", "megapixel"];

fn rows() -> impl Iterator<Item = [&'static str; 9]> {
    let lines = TABLE.lines().skip(2);
    lines.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("nine columns: {line}"))
    })
}

/// An `input=value` of the table, with a text as long as it says.
fn written_out(pair: &str) -> String {
    match pair.split_once("=*") {
        Some((input, length)) => format!("{input}={}", "я".repeat(length.parse().unwrap())),
        None => pair.to_owned(),
    }
}

/// A decimal of the table in thousandths.
fn thousandths(cell: &str) -> i64 {
    let (whole, fraction) = cell.split_once('.').unwrap_or((cell, ""));
    format!("{whole}{fraction:0<3}").parse().unwrap()
}

#[test]
fn the_table_has_twenty_orders_over_all_units_and_adds_up() {
    assert!(rows().count() >= 20);
    for unit in UNITS {
        assert!(rows().any(|row| row[2] == unit), "{unit}");
    }
    for row in rows() {
        let [credits, units, more, cost, kopecks, stars] =
            [row[3], row[4], row[5], row[6], row[7], row[8]].map(thousandths);
        assert_eq!(credits * units / 1000 + more, cost, "{row:?}");
        let (kopecks, stars) = (kopecks / 1000, stars / 1000);
        assert!((cost * 80 - 1000 * kopecks) <= 0 && cost * 80 > 1000 * (kopecks - 1), "{row:?}");
        assert!(kopecks <= 120 * stars && kopecks > 120 * (stars - 1), "{row:?}");
    }
}

#[tokio::test]
async fn the_program_agrees_with_every_order_of_the_table() {
    for row in rows() {
        let [model, order, per, credits, _, _, cost, kopecks, stars] = row;
        let order = order.split(' ').map(written_out);
        let command = catalogue(&["price", model]).args(order);

        let priced = json(command).await;

        assert_eq!(priced["row"]["per"], per, "{row:?}");
        assert_eq!(priced["row"]["credits"], credits, "{row:?}");
        assert_eq!(priced["cost"]["credits"], cost, "{row:?}");
        let price = &priced["sales"][0]["price"];
        assert_eq!(price["minor"].to_string(), kopecks, "{row:?}");
        assert_eq!(price["stars"].to_string(), stars, "{row:?}");
        let is_off = priced["off_because"].is_string();
        assert_eq!(priced["on"], !is_off, "{row:?}");
    }
}
