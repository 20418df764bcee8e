# The wizard: an order step by step, its confirmation, its start.

order-step = <b>{ $title }</b>, step { $number } of { $count }
order-step-alone = <b>{ $title }</b>

order-ask-words =
    { $field ->
        [prompt] Write in your own words what you would like to get.
        [text] Write the text.
        [style] Write in which style it should be.
        [title] Write what it should be called.
       *[other] Write what belongs here: { $name }.
    } Up to { $most ->
        [one] { $most } character
       *[other] { $most } characters
    }.
order-example = Example { $number }: <i>{ $words }</i>
order-take-example = Take example { $number }
order-now-words =
    So far:
    { $quote }
order-ask-choice =
    <b>{ $name }</b>

    Choose:
order-now = Now: { $value }
order-barred = Not together with what is chosen now: { $values }
order-ask-number =
    <b>{ $name }</b>

    Choose, or write a whole number from { $min } to { $max }.
order-ask-file =
    <b>{ $name }</b>

    { $kind ->
        [image] Send a picture. Sent as a file it keeps its full quality.
        [video] Send a video.
       *[audio] Send a sound file or record a voice message.
    }
order-limits = What fits: { $limits }
order-files-so-far = { $count } of { $most } are here. Send more, or go on.
order-file-there = One file is here. Another one takes its place.
order-up-to-megabytes = up to { $most } MB
order-up-to-seconds = up to { $most } s
order-up-to-pixels = up to { $most } pixels on the longer side
order-up-to-files = up to { $most ->
        [one] { $most } file
       *[other] { $most } files
    }

order-confirm =
    <b>{ $title }</b>

    Is everything right? The buttons below change what you like.
order-line = { $name }: <b>{ $value }</b>
order-line-words =
    { $name }:
    { $quote }
order-line-files = { $name }: { $count ->
        [one] { $count } file
       *[other] { $count } files
    }
order-price = Price: <b>{ $price }</b>
order-discount = { $percent } % off with <b>{ $plan }</b>, already in the price
order-measured = That is the most it can cost: we measure the file, and a shorter one costs less.
order-price-free = <b>Free</b>: { $count } left now, this one included
order-free-day = The free ones of today are used up, new ones come tomorrow.
order-free-hour = The free ones of this hour are used up, new ones come within the hour.
order-free-budget = What everybody together can make for free today is used up. New ones come tomorrow.
order-balance = Balance: { $amount }
order-time = Time: usually { $time }

order-button-go = Make it
order-button-go-free = Make it · free
order-button-enough = That is all
order-button-start-over = Start over
order-button-without = Without it
order-button-discard = Put away
order-button-others = Other models

order-discarded = All right, the order is put away. Nothing was charged.
order-gone = That order is no longer here. Choose anew, nothing was charged.
order-impossible = I have no price for that order, so I cannot take it. Nothing was charged. Please choose something else.
order-already-gone = That order is no longer open: it is either being made already or was put away. It is not made twice. What is in work and done is in /history.
order-old-price = That price belonged to an earlier order. Here is where we are now:
order-old-step = That button belonged to an earlier step. Here is where we are now:
order-new-price = The price has changed since I named it. Here is the new one; nothing was charged. Shall I make it?
order-closed = “{ $title }” takes no orders right now. Nothing was charged. Try again a little later, or take another model.
order-paused = Nothing can be made right now. Nothing was charged, your order stays. Please try again a little later.
order-too-dear = This one cannot be made right now, but another can: take a smaller setting or a cheaper model. Nothing was charged, your order stays.
order-too-many-jobs = Your orders in work are as many as go at the same time: { $count }. Nothing was charged. Wait until one is ready: /history
order-too-many-jobs-plan = With <b>{ $plan }</b> your orders in work are as many as go at the same time: { $count }. Nothing was charged. Wait until one is ready: /history
order-more-jobs-plan = With <b>{ $plan }</b> up to { $count } go at the same time: /subscribe
order-short = The balance is short by <b>{ $missing }</b>. Nothing was charged. Pay what is missing or a pack within 30 minutes, and I start this order by myself.
order-in-debt = You owe { $owed } from a refund of something that had already been made. Until it is settled nothing new can be made. Nothing was charged. Your next top-up settles it: /topup. Questions? Write to us: /support
order-purse-away = I cannot look into your balance right now. Nothing was charged. Please try again a little later.
order-guarded = I do not make that. Nothing was charged. Please describe something else.

order-too-long = That text is too long: { $count ->
        [one] { $count } character
       *[other] { $count } characters
    }, and at most { $most } fit. Please make it shorter by { $over } and send it again.
order-too-short = That text is too short: at least { $least ->
        [one] { $least } character is
       *[other] { $least } characters are
    } needed, and there { $count ->
        [one] is { $count }
       *[other] are { $count }
    }.
order-nothing-said = I could not read any words in that.
order-not-offered = There is no such choice. Please take one of the buttons.
order-not-together = Those settings do not go together. Please change another one first.
order-out-of-range = A whole number from { $min } to { $max } is needed here.
order-no-words = This model takes no words. What can be changed is on the buttons.
order-file-needed = A file is needed here, not words.

order-text-file = I could not read this file: I read plain text in UTF-8, up to 128 KB. Please copy the text into a message; a long one may come in parts.
order-odd-file = I cannot work with that kind of file.
order-no-file = This order needs no more files. To send another one instead, first tap its button.
order-first-of-album = One file is needed here: I took the first of the album.
order-full = At most { $most ->
        [one] { $most } file fits
       *[other] { $most } files fit
    }, the rest I left out.
order-too-heavy-for-telegram = That file is over 20 MB, and Telegram does not pass such files on to bots. Send a smaller one, for example compressed: a picture as a photo, a video as a video.
order-too-heavy = That file is too large: at most { $most } MB fit here. Send a smaller one; a picture sent as a photo is compressed.
order-other-kind = { $kind ->
        [image] A picture is needed here.
        [video] A video is needed here.
       *[audio] A sound file is needed here.
    }
order-other-format = That format does not fit. These do: { $formats }.
order-plays-too-long = That plays too long: at most { $most } s fit. Please cut it and send it again.
order-too-large = That picture is too large: at most { $most } pixels on the longer side fit. Sent as a photo it becomes smaller.
order-unmeasured = I cannot tell how long or large that file is, and the price depends on it. Please send it as a photo, a video or music, not as a file.

order-files-offered = { $kind ->
        [image] { $count ->
            [one] I have your picture.
           *[other] I have your { $count } pictures.
        }
        [video] { $count ->
            [one] I have your video.
           *[other] I have your { $count } videos.
        }
       *[audio] { $count ->
            [one] I have your recording.
           *[other] I have your { $count } recordings.
        }
    } What shall we make of it?
order-files-caption =
    With these words:
    { $quote }
order-files-no-model = I have your file, but right now there is nothing open that could use it. Look around the menu, please, or try again a little later.

order-generate-form =
    Write it like this: <code>/generate z-image a cat on the moon</code>

    First the name of the model, then your words. The names stand on the cards of the models.
order-nearest-model = There is no model “{ $key }”. Did you mean <code>{ $meant }</code>?
order-no-model = There is no model “{ $key }”. The menu has all there are.

# What inputs and their values are called.

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
