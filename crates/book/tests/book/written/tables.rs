//! Tables that are written in English elsewhere, with Russian headings around them.
