//! A small picture of one colour, as PNG or as JPEG, with the prompt as text inside: tests read it there.

const WIDTH: u16 = 96;
const HEIGHT: u16 = 64;

#[derive(Debug)]
pub(super) struct Picture {
    words: String,
    ground: [u8; 3],
}

impl Picture {
    pub(super) fn of(prompt: &str, number: usize) -> Self {
        Self { words: prompt.chars().take(4000).collect(), ground: colour(prompt, number) }
    }

    pub(super) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, WIDTH.into(), HEIGHT.into());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::One);
        encoder.set_palette(self.ground.to_vec());
        let rows = vec![0; usize::from(WIDTH) / 8 * usize::from(HEIGHT)];
        let written = encoder
            .add_itxt_chunk("Description".to_owned(), self.words.clone())
            .and_then(|()| encoder.write_header()?.write_image_data(&rows));
        // Writing into memory does not fail.
        written.map(|()| file).unwrap_or_default()
    }

    pub(super) fn jpeg(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut file, 60);
        let colours = self.ground.repeat(usize::from(WIDTH) * usize::from(HEIGHT));
        let written = encoder
            .add_app_segment(13, self.words.clone().into_bytes())
            .and_then(|()| encoder.encode(&colours, WIDTH, HEIGHT, jpeg_encoder::ColorType::Rgb));
        // Writing into memory does not fail.
        written.map(|()| file).unwrap_or_default()
    }
}

/// A dark colour of its own for each picture.
fn colour(prompt: &str, number: usize) -> [u8; 3] {
    let start = u32::try_from(number).unwrap_or_default().wrapping_mul(0x9E37_79B9) ^ 0x811C_9DC5;
    let hash =
        prompt.bytes().fold(start, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [red, green, blue, _] = hash.to_be_bytes();
    [red % 150, green % 150, blue % 150]
}
