//! The words of the catalogue: what a model is, how it is asked and what it is billed by.

use crate::reading::words;

words! {
    /// The part of KIE's interface that takes a model's requests.
    pub enum Route {
        /// Jobs of the market, by far the most.
        Market = "market",
        /// Veo's own.
        Veo = "veo",
        /// Runway's own.
        Runway = "runway",
        /// Runway Aleph's own.
        Aleph = "aleph",
        /// 4o Image's own.
        Gpt4o = "gpt4o",
        /// Flux Kontext's own.
        FluxKontext = "flux-kontext",
        /// Suno: songs.
        Suno = "suno",
        /// Suno: a new voice or style for somebody's sound file.
        SunoCover = "suno-cover",
        /// Suno: sounds.
        SunoSounds = "suno-sounds",
        /// Suno: words of a song.
        SunoLyrics = "suno-lyrics",
    }

    /// What a model does, as people look for it.
    pub enum Kind {
        /// Words in, picture out.
        TextToImage = "text-to-image",
        /// Picture and words in, picture out.
        ImageEdit = "image-edit",
        /// A picture made larger.
        Upscale = "upscale",
        /// A picture without what is behind.
        BackgroundRemoval = "background-removal",
        /// Words in, video out.
        TextToVideo = "text-to-video",
        /// Picture in, video out.
        ImageToVideo = "image-to-video",
        /// Video in, another video out.
        VideoToVideo = "video-to-video",
        /// A video made larger.
        VideoUpscale = "video-upscale",
        /// A picture that speaks.
        Avatar = "avatar",
        /// A video whose lips follow another voice.
        LipSync = "lip-sync",
        /// Words read aloud.
        Speech = "speech",
        /// Speech written down.
        SpeechToText = "speech-to-text",
        /// Sounds.
        Sound = "sound",
        /// Songs and tunes.
        Music = "music",
        /// Words of songs.
        Lyrics = "lyrics",
        /// What is done to sound files.
        AudioTools = "audio-tools",
    }

    /// What comes out.
    pub enum Output {
        /// Pictures.
        Image = "image",
        /// Videos.
        Video = "video",
        /// Sound files.
        Audio = "audio",
        /// Words.
        Text = "text",
    }

    /// How far a model can be trusted.
    pub enum State {
        /// Documented, not reported failing, every offered option priced.
        Verified = "verified",
        /// No page of the vendor, a price that is an estimate, or a bill without a bound.
        Unverified = "unverified",
        /// Reported failing.
        Failing = "failing",
        /// No longer there.
        Gone = "gone",
    }

    /// What a price is per.
    pub enum Unit {
        /// One request, whatever it asks for.
        Request = "request",
        /// One picture.
        Image = "image",
        /// One started second.
        Second = "second",
        /// One started minute.
        Minute = "minute",
        /// Started thousands of characters.
        ThousandCharacters = "1000-characters",
        /// Started millions of pixels.
        Megapixel = "megapixel",
    }

    /// What a person sends as a file.
    pub enum MediaKind {
        /// A picture.
        Image = "image",
        /// A video.
        Video = "video",
        /// A sound file.
        Audio = "audio",
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Unit};

    #[test]
    fn a_word_leads_back_to_its_meaning() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_word(kind.word()), Some(*kind));
        }
        assert_eq!(Unit::from_word("1000-characters"), Some(Unit::ThousandCharacters));
        assert_eq!(Unit::from_word("Second"), None);
    }
}
