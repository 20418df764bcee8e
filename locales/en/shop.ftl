# The lists of models, their cards, search, favourites, what is free.

shop-image =
    <b>Images</b>

    Choose a model and write what you would like to see. Or choose what to do.
shop-video =
    <b>Video</b>

    What shall we make?
shop-sound =
    <b>Sound and music</b>

    What shall we make?
shop-tools =
    <b>Tools</b>

    For pictures and videos that you already have.
shop-section-empty = There is nothing here at the moment. Please look again later.
shop-kind = <b>{ $kind }</b>
shop-kind-page = <b>{ $kind }</b>, page { $page } of { $pages }
shop-line = <b>{ $title }</b> – { $price }. { $benefit }
shop-line-closed = <b>{ $title }</b> – closed for now. { $benefit }
shop-favourites = Your favourites: { $titles }
shop-paused = Nothing can be ordered right now: we have paused for a while. Nobody is charged meanwhile; please look again a little later.

shop-kinds =
    <b>All models</b>

    What shall we make?
shop-best =
    <b>The best</b>

    People choose these most.
shop-trending =
    <b>Trending this week</b>

    People choose these more and more.
shop-trending-none =
    <b>Trending this week</b>

    This week people choose what they always do. Have a look at the best.
shop-search =
    <b>Search</b>

    Write a word or two: the name of a model, or what it should do. For example: remove background.
shop-found = Here is what I found for “{ $words }”:
shop-not-found =
    I found nothing for “{ $words }”.

    Try one word, for example: photo, video, song, background. Or look at the best models.

shop-gone = That model is no longer offered. Here is what there is:
shop-came-for = Hello, <b>{ $name }</b>! Here is what you came for.
shop-came-for-stranger = Hello! Here is what you came for.
shop-card =
    <b>{ $title }</b>
    { $benefit }

    Price: { $price }
    { $time }
    { $takes }
shop-card-time = Ready in: { $time }
shop-card-takes = You send: { $what }
shop-card-takes-nothing = You need to send nothing.
shop-card-results =
    { $count ->
        [one] You get: { $count } file
       *[other] You get: { $count } files
    }
shop-card-closed = This model is closed for now: it failed several times in a row. We try it again soon; meanwhile another one may help.
shop-card-free = Free for you: up to { $day } a day and { $hour } an hour. { $left }
shop-card-after-free = After that: { $price }
shop-card-discount = { $percent } % off with <b>{ $plan }</b>, already in the price
shop-card-examples = You can begin with an example:
shop-optional-mark = if you like

shop-free =
    <b>Free</b>

    These models are free: up to { $day } a day and { $hour } an hour, all together. { $left }
shop-free-none =
    <b>Free</b>

    Nothing is free at the moment.
shop-free-line = <b>{ $title }</b> – up to { $day } a day, { $hour } an hour. { $benefit }
shop-free-left =
    { $count ->
        [one] You have { $count } try left now.
       *[other] You have { $count } tries left now.
    }
shop-free-day-used = Today's are gone, new ones come tomorrow.
shop-free-hour-used = This hour's are gone, new ones come in an hour.
shop-free-budget-used = Today's free tries for everyone are gone, new ones come tomorrow.

shop-button-best = The best
shop-button-trending = Trending
shop-button-search = Search
shop-button-previous = Previous
shop-button-next = Next
shop-button-order = Create
shop-button-favour = Add to favourites
shop-button-unfavour = Remove from favourites
shop-closed-mark = closed for now
shop-from-mark = from
shop-free-mark = free

shop-kind-text-to-image = Picture from words
shop-kind-image-edit = Edit a photo
shop-kind-upscale = Enlarge a picture
shop-kind-background-removal = Remove background
shop-kind-text-to-video = Video from words
shop-kind-image-to-video = Bring a photo to life
shop-kind-video-to-video = Change a video
shop-kind-video-upscale = Improve a video
shop-kind-avatar = Talking photo
shop-kind-lip-sync = Lips to a voice
shop-kind-speech = Read aloud
shop-kind-speech-to-text = Speech to text
shop-kind-sound = Sounds
shop-kind-music = Songs and music
shop-kind-lyrics = Song lyrics
shop-kind-audio-tools = Sound tools

shop-takes-words = words
shop-takes-image = a picture
shop-takes-images = pictures
shop-takes-video = a video
shop-takes-videos = videos
shop-takes-audio = a sound file
shop-takes-audios = sound files

# Words by which a kind of model is found, besides its name.
shop-words-audio-tools = sound tools, split vocals, karaoke, instrumental, noise, clean audio, stems
shop-words-avatar = talking photo, avatar, talking head, presenter, portrait speaks, influencer
shop-words-background-removal = remove background, delete background, cut out, transparent background, cutout
shop-words-image-edit = edit photo, change picture, retouch, replace, fix, editor, photoshop, style
shop-words-image-to-video = animate photo, bring to life, animation, picture to video, photo to video, motion
shop-words-lip-sync = lips, lipsync, lip sync, dub, dubbing, voice over video
shop-words-lyrics = lyrics, words of a song, poem, verse, rhyme
shop-words-music = song, songs, music, track, tune, melody, cover, hit, vocals, beat
shop-words-sound = sound, sounds, noise, effect, sfx, audio, jingle
shop-words-speech = read aloud, voice, narrator, speech, voiceover, tts, audiobook
shop-words-speech-to-text = speech to text, transcript, transcribe, transcription, subtitles, captions, dictation
shop-words-text-to-image = picture, pictures, image, drawing, draw, art, logo, card, illustration, photo, poster, wallpaper
shop-words-text-to-video = video, clip, movie, film, reel, advert, shoot a video
shop-words-upscale = enlarge picture, improve photo, quality, resolution, sharpen, upscale, hd
shop-words-video-to-video = change video, edit video, restyle video, replace in a video
shop-words-video-upscale = improve video, video quality, video resolution, upscale video, sharpen video
