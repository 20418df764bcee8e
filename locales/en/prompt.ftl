# A text or a file that came out of the blue.

prompt-chatter = Glad to help! Write what to create, or pick a section.
prompt-offer-caption = { $kind ->
        [sticker] I can't work with stickers, so I took the caption as the description.
       *[file] I can't work with that kind of file, so I took the caption as the description.
    }
prompt-gone = I no longer have that text or file. Send it once more, or look around the menu.

prompt-image =
    <b>Which model should paint it?</b>
    { $quote }
    Nothing is charged yet.
prompt-video =
    <b>Which model should film it?</b>
    { $quote }
    Nothing is charged yet.
prompt-sound =
    <b>Which model should play it?</b>
    { $quote }
    Nothing is charged yet.
prompt-no-model =
    <b>Your text</b>
    { $quote }
    No open model takes it right now. Try a shorter text, or come back a little later.

prompt-button-image = 🎨 Picture
prompt-button-video = 🎬 Video
prompt-button-sound = 🎵 Music
prompt-button-others = Another model

prompt-media =
    { $kind ->
        [sticker] Nice sticker! But I can't make anything of it.
       *[file] I can't work with that kind of file.
    }
    Describe in words what to create, or send a photo, a video or a recording.
