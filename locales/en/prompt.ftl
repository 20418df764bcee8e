# A text or a file that came out of the blue.

prompt-offer =
    Here is your text:

    { $quote }

    What shall we make of it?
prompt-offer-shortened =
    Here is the beginning of your text. The whole has { $count ->
        [one] { $count } character
       *[other] { $count } characters
    }, and I have all of it:

    { $quote }

    What shall we make of it?
prompt-offer-caption =
    { $kind ->
        [photo] I see the photo, but I cannot use it yet.
        [video] I see the video, but I cannot use it yet.
        [audio] I see the recording, but I cannot use it yet.
        [voice] I see the voice message, but I cannot listen yet.
       *[file] I see the file, but I cannot use it yet.
    } The caption I can take as a description:

    { $quote }

    What shall we make of it?
prompt-old-offer =
    That button belonged to an earlier text. The one I have now is:

    { $quote }

    What shall we make of it?
prompt-gone = I no longer have that text. Please send it once more, or look around the menu.

prompt-image =
    <b>An image from your text</b>

    { $quote }

    Pictures open soon; they cannot be created yet. Your text stays with me until you send another one.
prompt-video =
    <b>A video from your text</b>

    { $quote }

    Video opens soon; it cannot be created yet. Your text stays with me until you send another one.
prompt-sound =
    <b>Sound or music from your text</b>

    { $quote }

    Sound and music open soon; they cannot be created yet. Your text stays with me until you send another one.

prompt-button-image = Image
prompt-button-video = Video
prompt-button-sound = Sound or music

prompt-media =
    { $kind ->
        [photo] I see the photo, but I cannot work with it yet.
        [video] I see the video, but I cannot work with it yet.
        [audio] I see the recording, but I cannot work with it yet.
        [voice] I see the voice message, but I cannot listen yet.
        [sticker] A nice sticker! But I cannot work with it.
       *[file] I see the file, but I cannot work with it yet.
    }

    Describe in words what you would like to create, and I will take that as a description.
