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
        [sticker] A nice sticker! But I cannot work with it.
       *[file] I see the file, but I cannot work with that kind.
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

    Choose who paints it; the price stands on the button. Nothing is charged yet.
prompt-video =
    <b>A video from your text</b>

    { $quote }

    Choose who films it; the price stands on the button. Nothing is charged yet.
prompt-sound =
    <b>Sound or music from your text</b>

    { $quote }

    Choose who plays it; the price stands on the button. Nothing is charged yet.
prompt-no-model =
    <b>Your text</b>

    { $quote }

    Right now nothing is open here that could take it: the text may be too long for what there is. Try a shorter one, or a little later.

prompt-button-image = Image
prompt-button-video = Video
prompt-button-sound = Sound or music

prompt-media =
    { $kind ->
        [sticker] A nice sticker! But I cannot work with it.
       *[file] I see the file, but I cannot work with that kind.
    }

    Describe in words what you would like to create, or send a picture, a video or a recording.

prompt-voice = I cannot listen yet: please write it in words.
prompt-voice-offers = I cannot listen yet: please write it in words. Or we make something of the recording itself:
prompt-voice-listen = I can write down what you said, or make something of the recording itself:
