//! Orders of real models, worked by hand from the files: credits, price and Stars.
//!
//! A price that changes in a file changes here as well: whoever types it in works it out once more.

use super::{built_in, model};
use crate::money::Credits;
use crate::offers::{Discount, Offers};

/// The model, the order, and what it costs in credits, kopecks and whole Stars.
type Row = (&'static str, &'static [&'static str], &'static str, i64, i64);

/// A credit sells for 80 kopecks and a Star buys 120.
const WORKED: &[Row] = &[
    // per request
    ("suno-song", &["prompt=summer"], "12", 960, 8),
    ("runway-aleph", &["videoUrl=1", "prompt=winter"], "110", 8800, 74),
    ("veo-31-fast", &["prompt=cat", "resolution=4k"], "180", 14_400, 120),
    // per image
    ("z-image", &["prompt=cat"], "0.8", 64, 1),
    ("flux-2-pro", &["prompt=cat", "resolution=2K"], "7", 560, 5),
    ("nano-banana-2", &["prompt=cat", "image_input=14", "resolution=4K"], "18", 1440, 12),
    ("wan-27-image", &["prompt=cat", "n=4"], "19.2", 1536, 13),
    (
        "ideogram-3-remix",
        &["image_url=1", "prompt=cat", "rendering_speed=QUALITY", "num_images=3"],
        "30",
        2400,
        20,
    ),
    // per image, and a surcharge on pictures put in
    ("seedream-5-pro-edit", &["image_urls=1", "prompt=cat"], "7", 560, 5),
    ("seedream-5-pro-edit", &["image_urls=10", "prompt=cat", "quality=high"], "18.5", 1480, 13),
    ("qwen-3-edit", &["image_urls=3", "prompt=cat"], "6.3", 504, 5),
    // per megapixel
    ("qwen-image", &["prompt=cat", "image_size=portrait_4_3"], "4", 320, 3),
    ("qwen-image", &["prompt=cat", "image_size=square_hd"], "8", 640, 6),
    ("qwen-image-remix", &["prompt=cat", "image_url=1000x1000"], "4", 320, 3),
    ("qwen-image-remix", &["prompt=cat", "image_url=2048x2048"], "20", 1600, 14),
    // per second
    ("elevenlabs-sound", &["text=rain"], "1.2", 96, 1),
    ("elevenlabs-sound", &["text=rain", "duration_seconds=22"], "5.28", 423, 4),
    ("grok-video-t2v", &["prompt=cat", "resolution=720p", "duration=10"], "45", 3600, 30),
    ("happyhorse-11-t2v", &["prompt=cat", "duration=15"], "435", 34_800, 290),
    (
        "infinitalk",
        &["image_url=1", "audio_url=7.2s", "prompt=calm", "resolution=720p"],
        "96",
        7680,
        64,
    ),
    ("kling-3-motion", &["input_urls=1", "video_urls=30.5s", "mode=1080p"], "810", 64_800, 540),
    ("topaz-video", &["video_url=12s", "upscale_factor=4"], "168", 13_440, 112),
    // per minute
    ("elevenlabs-transcript", &["audio_url=60s"], "3.5", 280, 3),
    ("elevenlabs-transcript", &["audio_url=60.1s"], "7", 560, 5),
];

#[test]
fn real_orders_cost_what_was_worked_by_hand() {
    let (catalogue, offers) = (built_in(), Offers::built_in().unwrap());
    for (key, pairs, credits, kopecks, stars) in WORKED {
        let model = model(&catalogue, key);
        let cost = model.cost(&model.order_from_text(pairs.iter().copied()).unwrap()).unwrap();
        assert_eq!(cost, Credits::parse(credits).unwrap(), "{key} {pairs:?}");
        let price = offers.price(cost, Discount::NONE).unwrap();
        assert_eq!(price.get(), *kopecks, "{key} {pairs:?}");
        assert_eq!(offers.stars(price).unwrap().rounded_up(), *stars, "{key} {pairs:?}");
    }
}

#[test]
fn a_text_of_a_real_model_is_billed_by_started_thousands() {
    let catalogue = built_in();
    let turbo = model(&catalogue, "elevenlabs-turbo");
    for (length, credits) in [(1, "6"), (1000, "6"), (1001, "12"), (5000, "30")] {
        let text = format!("text={}", "я".repeat(length));
        let order = turbo.order_from_text([text.as_str()]).unwrap();
        assert_eq!(turbo.cost(&order), Ok(Credits::parse(credits).unwrap()), "{length}");
    }
}
