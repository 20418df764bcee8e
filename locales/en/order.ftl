# The order wizard: step by step, the confirmation, the start.

order-step = <b>{ $title }</b>, step { $number } of { $count }
order-step-alone = <b>{ $title }</b>

order-ask-words =
    { $field ->
        [prompt] Describe in words what you want.
        [text] Write the text.
        [style] Write in which style.
        [title] Write the title.
       *[other] Write: { $name }.
    } Up to { $most ->
        [one] { $most } character
       *[other] { $most } characters
    }.
order-example = Example { $number }: <i>{ $words }</i>
order-take-example = Example { $number }
order-now-words =
    Now:
    { $quote }
order-ask-choice = <b>{ $name }</b>
order-now = Now: { $value }
order-barred = Doesn't go with the rest: { $values }
order-ask-number =
    <b>{ $name }</b>
    Pick or write a number from { $min } to { $max }.
order-ask-file =
    <b>{ $name }</b>
    { $kind ->
        [image] Send a picture. Sent as a file it keeps its full quality.
        [video] Send a video.
       *[audio] Send a sound file or a voice message.
    }
order-limits = What fits: { $limits }
order-files-so-far = { $count } of { $most } are here. Send more, or go on.
order-file-there = One file is here. A new one replaces it.
order-up-to-megabytes = up to { $most } MB
order-up-to-seconds = up to { $most } s
order-up-to-pixels = up to { $most } pixels on the longer side
order-up-to-files = up to { $most ->
        [one] { $most } file
       *[other] { $most } files
    }

order-confirm = <b>{ $title }</b>
order-line = { $name }: <b>{ $value }</b>
order-words = { $quote }
order-line-words =
    { $name }:
    { $quote }
order-line-files = { $name }: { $count ->
        [one] { $count } file
       *[other] { $count } files
    }
order-price = Price: <b>{ $price }</b>
order-discount = { $percent } % off with <b>{ $plan }</b>, already in the price
order-measured = It won't cost more: I measure the file, and a short one costs less.
order-price-free = <b>Free</b>: { $count } left now, this one included
order-free-day = Today's free tries are used up, new ones come tomorrow.
order-free-hour = The free tries of this hour are used up. New ones come within the hour.
order-free-budget = Today's free tries for everyone are gone. New ones come tomorrow.
order-balance = Balance: { $amount }
order-time = Usually { $time }
order-chatter = I kept the description as it was. To change it, just write a new one.

order-button-go = ✨ Create
order-button-go-free = ✨ Create · free
order-button-enough = That's all
order-button-start-over = Start over
order-button-without = Skip
order-button-discard = Cancel
order-button-others = Other models
order-button-former = ↩️ Former description
order-button-animate = 🎬 Animate
order-button-edit = 🖌 Edit
order-button-upscale = 🔍 Enlarge
order-button-remove-background = ✂️ Cut out
order-button-more-models = Other models
order-animate-words = Bring the photo to life: natural motion, the camera slowly moves in

order-discarded = All right, cancelled. Nothing was charged.
order-gone = That order is no longer here. Nothing was charged, choose anew.
order-impossible = I have no price for that order, so I can't take it. Nothing was charged. Choose something else.
order-already-gone = That order has already started or was cancelled. It won't start twice. What's ready is in /history.
order-old-price = That button belonged to an earlier order. Here's the current one:
order-old-step = That button belonged to an earlier step. Here's the current one:
order-new-price = The price has changed meanwhile. Here's the new one, nothing was charged. Shall I create it?
order-closed = “{ $title }” takes no orders right now. Nothing was charged. Take another model, or come back a little later.
order-paused = I'm on a break right now. Nothing was charged, your order is kept. Come back a little later.
order-paused-for = I take no new orders right now: { $words } Nothing was charged.
order-too-dear = An order this large can't start now. Nothing was charged, your order is kept. Take smaller settings or a cheaper model.
order-too-many-jobs = You already have { $count } in work, the most I take at once. Nothing was charged. Wait for one: /history
order-too-many-jobs-plan = You already have { $count } in work, the most at once with <b>{ $plan }</b>. Nothing was charged. Wait for one: /history
order-more-jobs-plan = With <b>{ $plan }</b> up to { $count } go at once: /subscribe
order-limit-hour = For your safety I take at most <b>{ $most }</b> an hour from one person, and you've spent that. Nothing was charged. You can start this order in { $wait }.
order-limit-day = For your safety I take at most <b>{ $most }</b> a day from one person, and you've spent that. Nothing was charged. You can start this order in { $wait }.
order-short = <b>{ $missing }</b> is missing. Nothing was charged. Pay it within 30 minutes, and I'll start this order by myself.
order-in-debt = You owe { $owed } after a refund for what was already made. Nothing was charged now. Your next top-up settles it: /topup. Questions: /support
order-purse-away = I can't check your balance right now. Nothing was charged. Try again a little later.
order-guarded = I don't make that. Nothing was charged. Describe something else.

order-too-long = That's long: { $count ->
        [one] { $count } character
       *[other] { $count } characters
    }, and { $most } fit. Cut { $over } and send it again.
order-too-short = That's short: at least { $least ->
        [one] { $least } character is
       *[other] { $least } characters are
    } needed, and there { $count ->
        [one] is { $count }
       *[other] are { $count }
    }.
order-nothing-said = I see no words in that.
order-not-offered = There is no such choice. Use a button.
order-not-together = Those settings don't go together. Change another one first.
order-out-of-range = I need a whole number from { $min } to { $max }.
order-no-words = This model takes no words. The buttons change its settings.
order-file-needed = I need a file here, not words.

order-text-file = I couldn't read this file. I read plain text in UTF-8 up to 128 KB. Copy the text into a message, a long one in parts.
order-odd-file = I can't work with that kind of file.
order-first-of-album = I need one file here, so I took the first of the album.
order-full = At most { $most ->
        [one] { $most } file fits
       *[other] { $most } files fit
    }, I left out the rest.
order-too-heavy-for-telegram = That file is over 20 MB, and Telegram doesn't pass those on to bots. Send a smaller one: a picture as a photo, a video as a video.
order-too-heavy = That file is large: up to { $most } MB fit here. A picture sent as a photo gets smaller.
order-other-kind = { $kind ->
        [image] I need a picture here.
        [video] I need a video here.
       *[audio] I need a sound file here.
    }
order-other-format = That format doesn't fit. These do: { $formats }.
order-plays-too-long = That's long: up to { $most } s fit. Cut it and send it again.
order-too-large = That picture is large: up to { $most } pixels on the longer side fit. Sent as a photo it gets smaller.
order-unmeasured = I can't see how long or large that file is, and the price depends on it. Send it as a photo, a video or music, not as a file.

order-files-offered = { $kind ->
        [image] { $count ->
            [one] Got your photo.
           *[other] Got your { $count } photos.
        }
        [video] { $count ->
            [one] Got your video.
           *[other] Got your { $count } videos.
        }
       *[audio] { $count ->
            [one] Got your recording.
           *[other] Got your { $count } recordings.
        }
    } What shall I do? You can add words.
order-files-caption = { $quote }
order-files-no-model = I have your file, but no open model takes it right now. Come back a little later, or see the menu.

order-generate-form =
    Write it like this: <code>/generate z-image a cat on the moon</code>
    First the model's name, then your words. Each model's card has its name.
order-nearest-model = There is no model “{ $key }”. Did you mean <code>{ $meant }</code>?
order-no-model = There is no model “{ $key }”. All models: /models

# What fields and their values are called.

order-input = { $field ->
        [prompt] Description
        [text] Text
        [title] Title
        [style] Style
        [image] Picture
        [image_url] Picture
        [image_urls] Pictures
        [imageUrl] Picture
        [imageUrls] Pictures
        [image_input] Pictures
        [inputImage] Picture
        [input_urls] Pictures
        [filesUrl] Pictures
        [reference_image] References
        [reference_image_urls] References
        [referenceImage] Reference
        [first_frame_url] First frame
        [first_frame_image_url] First frame
        [last_frame_url] Last frame
        [last_frame_image_url] Last frame
        [end_image_url] Last frame
        [tail_image_url] Last frame
        [mask_url] Mask
        [video_url] Video
        [video_urls] Video
        [videoUrl] Video
        [audio_url] Sound
        [uploadUrl] Sound
        [aspect_ratio] Aspect ratio
        [aspectRatio] Aspect ratio
        [ratio] Aspect ratio
        [image_size] Aspect ratio
        [size] Size
        [resolution] Resolution
        [image_resolution] Resolution
        [output_resolution] Resolution
        [quality] Quality
        [mode] Mode
        [duration] Length
        [duration_seconds] Length
        [n_frames] Length
        [rendering_speed] Speed
        [num_images] Pictures to make
        [n] Pictures to make
        [upscale_factor] Enlargement
        [sound] With sound
        [audio] With sound
        [generate_audio] With sound
        [generate_audio_switch] With sound
        [audio_setting] Sound
        [instrumental] Without voice
        [vocalGender] Voice
        [voice] Voice
        [soundLoop] Loop
        [loop] Loop
        [background] Background
        [output_format] File format
        [outputFormat] File format
        [character_orientation] Orientation
       *[other] { $other }
    }
order-value = { $value ->
        [true] Yes
        [false] No
        [auto] Automatic
        [Auto] Automatic
        [AUTO] Automatic
        [adaptive] As the picture
        [square] Square
        [square_hd] Square HD
        [portrait] Portrait
        [portrait_4_3] Portrait 3:4
        [portrait_3_2] Portrait 2:3
        [portrait_16_9] Portrait 9:16
        [landscape] Landscape
        [landscape_4_3] Landscape 4:3
        [landscape_3_2] Landscape 3:2
        [landscape_16_9] Landscape 16:9
        [landscape_21_9] Landscape 21:9
        [std] Standard
        [standard] Standard
        [pro] Pro
        [lite] Light
        [basic] Basic
        [medium] Medium
        [high] High
        [normal] Normal
        [fun] Playful
        [TURBO] Fast
        [BALANCED] Balanced
        [QUALITY] Best quality
        [GENERAL] General
        [REALISTIC] Realistic
        [DESIGN] Design
        [FICTION] Fiction
        [origin] Original
        [transparent] Transparent
        [opaque] Opaque
        [image] As the picture
        [video] As the video
        [m] Male
        [f] Female
       *[other] { $other }
    }
order-seconds = { $count } s
