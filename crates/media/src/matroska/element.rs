//! The header of an element: its number and its size, both of a length that their first byte tells.
//!
//! ```text
//!   1 byte ── rest of the number and 1 byte of the size ── rest of the size
//! ```

/// The elements that matter here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Id {
    Ebml,
    Segment,
    Info,
    TimestampScale,
    Duration,
    Tracks,
    TrackEntry,
    TrackNumber,
    TrackType,
    DefaultDuration,
    TrackTimestampScale,
    Codec,
    CodecPrivate,
    ContentEncodings,
    Video,
    PixelWidth,
    PixelHeight,
    Audio,
    SamplingFrequency,
    Channels,
    BitDepth,
    Cluster,
    Timestamp,
    SimpleBlock,
    BlockGroup,
    Block,
    BlockDuration,
    /// Of the level of a cluster, and passed over.
    Beside,
    /// Known, and passed over.
    Void,
    #[default]
    Other,
}

impl Id {
    fn of(number: u32) -> Self {
        match number {
            0x1A45_DFA3 => Self::Ebml,
            0x1853_8067 => Self::Segment,
            0x1549_A966 => Self::Info,
            0x2A_D7B1 => Self::TimestampScale,
            0x4489 => Self::Duration,
            0x1654_AE6B => Self::Tracks,
            0xAE => Self::TrackEntry,
            0xD7 => Self::TrackNumber,
            0x83 => Self::TrackType,
            0x23_E383 => Self::DefaultDuration,
            0x23_314F => Self::TrackTimestampScale,
            0x86 => Self::Codec,
            0x63A2 => Self::CodecPrivate,
            0x6D80 => Self::ContentEncodings,
            0xE0 => Self::Video,
            0xB0 => Self::PixelWidth,
            0xBA => Self::PixelHeight,
            0xE1 => Self::Audio,
            0xB5 => Self::SamplingFrequency,
            0x9F => Self::Channels,
            0x6264 => Self::BitDepth,
            0x1F43_B675 => Self::Cluster,
            0xE7 => Self::Timestamp,
            0xA3 => Self::SimpleBlock,
            0xA0 => Self::BlockGroup,
            0xA1 => Self::Block,
            0x9B => Self::BlockDuration,
            // SeekHead, Cues, Attachments, Chapters, Tags.
            0x114D_9B74 | 0x1C53_BB6B | 0x1941_A469 | 0x1043_A770 | 0x1254_C367 => Self::Beside,
            // Room left free, and what clusters hold besides: checksum, place, size of the one
            // before, silent tracks, references, additions, what is left out.
            0xEC | 0xBF | 0xA7 | 0xAB | 0x5854 | 0xFB | 0xFA | 0xA4 | 0x75A1 | 0x75A2 | 0x8E => {
                Self::Void
            }
            _ => Self::Other,
        }
    }

    /// Whether there are elements inside that matter.
    pub(super) fn is_around(self) -> bool {
        matches!(
            self,
            Self::Segment
                | Self::Info
                | Self::Tracks
                | Self::TrackEntry
                | Self::Video
                | Self::Audio
                | Self::Cluster
                | Self::BlockGroup
        )
    }

    /// Whether it has its meaning in there; elsewhere its number says nothing.
    pub(super) fn belongs_into(self, around: Option<Self>) -> bool {
        let home = match self {
            Self::Ebml | Self::Segment => return around.is_none(),
            Self::Info | Self::Tracks | Self::Cluster => Self::Segment,
            Self::TimestampScale | Self::Duration => Self::Info,
            Self::TrackEntry => Self::Tracks,
            Self::TrackNumber
            | Self::TrackType
            | Self::DefaultDuration
            | Self::TrackTimestampScale
            | Self::Codec
            | Self::CodecPrivate
            | Self::ContentEncodings
            | Self::Video
            | Self::Audio => Self::TrackEntry,
            Self::PixelWidth | Self::PixelHeight => Self::Video,
            Self::SamplingFrequency | Self::Channels | Self::BitDepth => Self::Audio,
            Self::Timestamp | Self::SimpleBlock | Self::BlockGroup => Self::Cluster,
            Self::Block | Self::BlockDuration => Self::BlockGroup,
            Self::Beside | Self::Void | Self::Other => return true,
        };
        around == Some(home)
    }

    /// Whether an element of no known size ends where this one begins.
    pub(super) fn ends(self, around: Self) -> bool {
        let begins_a_file = matches!(self, Self::Ebml | Self::Segment);
        let is_beside = matches!(self, Self::Cluster | Self::Info | Self::Tracks | Self::Beside);
        begins_a_file || is_beside && around == Self::Cluster
    }
}

/// A header while it is read.
#[derive(Debug, Default)]
pub(super) struct Header {
    number: u32,
    size: u64,
    is_unknown: bool,
}

impl Header {
    /// Takes the first byte; how many more are wanted, or none when no number begins so.
    pub(super) fn on_first(&mut self, bytes: &[u8]) -> Option<usize> {
        let first = *bytes.first()?;
        self.number = u32::from(first);
        // The number has as many bytes as there are leading zeros and one; a byte of size follows.
        (first >= 0x10).then(|| 1 + first.leading_zeros() as usize)
    }

    /// Takes the rest of the number and the first byte of the size; how many more are wanted.
    pub(super) fn on_tail(&mut self, bytes: &[u8]) -> Option<usize> {
        let (first, rest) = bytes.split_last()?;
        self.number = rest.iter().fold(self.number, |number, byte| number << 8 | u32::from(*byte));
        let more = first.leading_zeros();
        if more > 7 {
            return None;
        }
        let mask = 0x7F_u8 >> more;
        self.size = u64::from(first & mask);
        self.is_unknown = first & mask == mask;
        Some(more as usize)
    }

    pub(super) fn on_size(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.size = self.size << 8 | u64::from(*byte);
            self.is_unknown &= *byte == 0xFF;
        }
    }

    pub(super) fn id(&self) -> Id {
        Id::of(self.number)
    }

    /// None when it is not known.
    pub(super) fn size(&self) -> Option<u64> {
        (!self.is_unknown).then_some(self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::{Header, Id};

    #[test]
    fn numbers_and_sizes_have_the_length_that_their_first_byte_tells() {
        let mut header = Header::default();
        assert_eq!(header.on_first(&[0x1F]), Some(4));
        assert_eq!(header.on_tail(&[0x43, 0xB6, 0x75, 0x01]), Some(7));
        header.on_size(&[0xFF; 7]);
        assert_eq!((header.id(), header.size()), (Id::Cluster, None));

        let mut header = Header::default();
        assert_eq!(header.on_first(&[0xA3]), Some(1));
        assert_eq!(header.on_tail(&[0x42]), Some(1));
        header.on_size(&[0x10]);
        assert_eq!((header.id(), header.size()), (Id::SimpleBlock, Some(0x210)));

        assert_eq!(Header::default().on_first(&[0x0F]), None);
        assert_eq!(Header::default().on_tail(&[0]), None);
    }
}
