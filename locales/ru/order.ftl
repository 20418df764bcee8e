# Мастер заказа: по шагам, подтверждение, запуск.

order-step = <b>{ $title }</b>, шаг { $number } из { $count }
order-step-alone = <b>{ $title }</b>

order-ask-words =
    { $field ->
        [prompt] Опишите словами, что хотите получить.
        [text] Напишите текст.
        [style] Напишите, в каком стиле.
        [title] Напишите название.
       *[other] Напишите: { $name }.
    } До { $most ->
        [one] { $most } знака
        [few] { $most } знаков
       *[other] { $most } знаков
    }.
order-example = Пример { $number }: <i>{ $words }</i>
order-take-example = Пример { $number }
order-now-words =
    Сейчас:
    { $quote }
order-ask-choice = <b>{ $name }</b>
order-now = Сейчас: { $value }
order-barred = Не сочетается с остальным: { $values }
order-ask-number =
    <b>{ $name }</b>
    Выберите или напишите число от { $min } до { $max }.
order-ask-file =
    <b>{ $name }</b>
    { $kind ->
        [image] Пришлите картинку. Файлом она сохранит полное качество.
        [video] Пришлите видео.
       *[audio] Пришлите звуковой файл или голосовое сообщение.
    }
order-limits = Подойдёт: { $limits }
order-files-so-far = Есть { $count } из { $most }. Пришлите ещё или идите дальше.
order-file-there = Один файл уже есть. Новый его заменит.
order-up-to-megabytes = до { $most } МБ
order-up-to-seconds = до { $most } с
order-up-to-pixels = до { $most } пикселей по длинной стороне
order-up-to-files = до { $most ->
        [one] { $most } файла
       *[other] { $most } файлов
    }

order-confirm = <b>{ $title }</b>
order-line = { $name }: <b>{ $value }</b>
order-words = { $quote }
order-line-words =
    { $name }:
    { $quote }
order-line-files = { $name }: { $count ->
        [one] { $count } файл
        [few] { $count } файла
       *[other] { $count } файлов
    }
order-price = Цена: <b>{ $price }</b>
order-discount = Скидка { $percent } % с подпиской <b>{ $plan }</b> уже в цене
order-measured = Дороже не будет: файл я измерю, и короткий обойдётся дешевле.
order-price-free = <b>Бесплатно</b>: сейчас { $count ->
        [one] осталась { $count } попытка
        [few] осталось { $count } попытки
       *[other] осталось { $count } попыток
    }, считая эту
order-free-day = Бесплатные попытки на сегодня закончились, завтра будут новые.
order-free-hour = Бесплатные попытки на этот час закончились. Новые будут в течение часа.
order-free-budget = Бесплатное на сегодня уже разобрали. Завтра будет новое.
order-balance = Баланс: { $amount }
order-time = Обычно { $time }
order-chatter = Описание оставил прежним. Хотите другое – просто напишите его.

order-button-go = ✨ Создать
order-button-go-free = ✨ Создать · бесплатно
order-button-enough = Это всё
order-button-start-over = Заново
order-button-without = Пропустить
order-button-discard = Отменить
order-button-others = Другие модели
order-button-former = ↩️ Прежнее описание
order-button-animate = 🎬 Оживить
order-button-edit = 🖌 Изменить
order-button-upscale = 🔍 Увеличить
order-button-remove-background = ✂️ Убрать фон
order-button-more-models = Другие модели
order-animate-words = Оживи фото: естественное движение, камера медленно приближается

order-discarded = Хорошо, отменил. Деньги не списаны.
order-gone = Этого заказа уже нет. Деньги не списаны, выберите заново.
order-impossible = Цены на такой заказ у меня нет, поэтому взять его не могу. Деньги не списаны. Выберите что-нибудь другое.
order-already-gone = Этот заказ уже в работе или отменён. Второй раз он не начнётся. Всё готовое лежит в /history.
order-old-price = Та кнопка была от прежнего заказа. Вот текущий:
order-old-step = Та кнопка была от прежнего шага. Вот текущий:
order-new-price = Цена успела измениться. Вот новая, деньги не списаны. Создаём?
order-closed = «{ $title }» сейчас не принимает заказы. Деньги не списаны. Возьмите другую модель или зайдите чуть позже.
order-paused = Сейчас я на паузе. Деньги не списаны, заказ сохранён. Загляните чуть позже.
order-paused-for = Сейчас новых заказов не беру: { $words } Деньги не списаны.
order-too-dear = Такой большой заказ сейчас не взять. Деньги не списаны, заказ сохранён. Возьмите настройки поменьше или модель подешевле.
order-too-many-jobs = У вас уже { $count } в работе, больше одновременно нельзя. Деньги не списаны. Дождитесь готового: /history
order-too-many-jobs-plan = У вас уже { $count } в работе, больше по подписке <b>{ $plan }</b> одновременно нельзя. Деньги не списаны. Дождитесь готового: /history
order-more-jobs-plan = С подпиской <b>{ $plan }</b> одновременно можно до { $count }: /subscribe
order-limit-hour = Ради безопасности я беру с одного человека не больше <b>{ $most }</b> в час, и вы столько уже потратили. Деньги не списаны. Этот заказ можно будет начать через { $wait }.
order-limit-day = Ради безопасности я беру с одного человека не больше <b>{ $most }</b> в сутки, и вы столько уже потратили. Деньги не списаны. Этот заказ можно будет начать через { $wait }.
order-short = Не хватает <b>{ $missing }</b>. Ничего не списано. Доплатите в течение 30 минут, и я сразу начну этот заказ.
order-in-debt = За вами долг { $owed } после возврата за уже сделанное. Сейчас ничего не списано. Следующее пополнение закроет долг: /topup. Вопросы: /support
order-purse-away = Не могу сейчас проверить баланс. Деньги не списаны. Попробуйте чуть позже.
order-guarded = Такого я не делаю. Деньги не списаны. Опишите что-нибудь другое.

order-too-long = Текст длинный: { $count ->
        [one] { $count } знак
        [few] { $count } знака
       *[other] { $count } знаков
    }, а помещается { $most }. Сократите на { $over } и пришлите снова.
order-too-short = Текст короткий: нужно хотя бы { $least ->
        [one] { $least } знак
        [few] { $least } знака
       *[other] { $least } знаков
    }, а в нём { $count }.
order-nothing-said = Слов здесь не вижу.
order-not-offered = Такого варианта нет. Выберите кнопкой.
order-not-together = Эти настройки не сочетаются. Поменяйте сначала другую.
order-out-of-range = Нужно целое число от { $min } до { $max }.
order-no-words = Этой модели слова не нужны. Настройки меняются кнопками.
order-file-needed = Здесь нужен файл, а не слова.

order-text-file = Прочитать этот файл не могу. Я понимаю простой текст в UTF-8 до 128 КБ. Скопируйте текст в сообщение, длинный можно частями.
order-odd-file = С такими файлами я не работаю.
order-first-of-album = Здесь нужен один файл: взял первый из альбома.
order-full = Помещается не больше { $most ->
        [one] { $most } файла
       *[other] { $most } файлов
    }, остальные не взял.
order-too-heavy-for-telegram = Файл больше 20 МБ, такие Telegram ботам не отдаёт. Пришлите поменьше: картинку как фото, видео как видео.
order-too-heavy = Файл большой: сюда помещается до { $most } МБ. Картинка, отправленная как фото, сожмётся.
order-other-kind = { $kind ->
        [image] Здесь нужна картинка.
        [video] Здесь нужно видео.
       *[audio] Здесь нужен звуковой файл.
    }
order-other-format = Такой формат не подходит. Подойдут: { $formats }.
order-plays-too-long = Длинновато: помещается до { $most } с. Обрежьте и пришлите снова.
order-too-large = Картинка большая: помещается до { $most } пикселей по длинной стороне. Отправленная как фото, она станет меньше.
order-unmeasured = Не вижу длину или размер файла, а от них зависит цена. Пришлите его как фото, видео или музыку, а не файлом.

order-files-offered = { $kind ->
        [image] { $count ->
            [one] Фото у меня.
            [few] У меня { $count } фото.
           *[other] У меня { $count } фото.
        }
        [video] { $count ->
            [one] Видео у меня.
           *[other] У меня { $count } видео.
        }
       *[audio] { $count ->
            [one] Запись у меня.
            [few] У меня { $count } записи.
           *[other] У меня { $count } записей.
        }
    } Что сделать? Можно добавить слова.
order-files-caption = { $quote }
order-files-no-model = Файл у меня, но открытых моделей для него сейчас нет. Загляните чуть позже или в меню.

order-generate-form =
    Пишите так: <code>/generate z-image кот на луне</code>
    Сначала имя модели, потом ваши слова. Имена есть на карточках моделей.
order-nearest-model = Модели «{ $key }» нет. Может быть, <code>{ $meant }</code>?
order-no-model = Модели «{ $key }» нет. Все модели: /models

# Как называются поля и их значения.

order-input = { $field ->
        [prompt] Описание
        [text] Текст
        [title] Название
        [style] Стиль
        [image] Картинка
        [image_url] Картинка
        [image_urls] Картинки
        [imageUrl] Картинка
        [imageUrls] Картинки
        [image_input] Картинки
        [inputImage] Картинка
        [input_urls] Картинки
        [filesUrl] Картинки
        [reference_image] Образцы
        [reference_image_urls] Образцы
        [referenceImage] Образец
        [first_frame_url] Первый кадр
        [first_frame_image_url] Первый кадр
        [last_frame_url] Последний кадр
        [last_frame_image_url] Последний кадр
        [end_image_url] Последний кадр
        [tail_image_url] Последний кадр
        [mask_url] Маска
        [video_url] Видео
        [video_urls] Видео
        [videoUrl] Видео
        [audio_url] Звук
        [uploadUrl] Звук
        [aspect_ratio] Соотношение сторон
        [aspectRatio] Соотношение сторон
        [ratio] Соотношение сторон
        [image_size] Соотношение сторон
        [size] Размер
        [resolution] Разрешение
        [image_resolution] Разрешение
        [output_resolution] Разрешение
        [quality] Качество
        [mode] Режим
        [duration] Длительность
        [duration_seconds] Длительность
        [n_frames] Длительность
        [rendering_speed] Скорость
        [num_images] Сколько картинок
        [n] Сколько картинок
        [upscale_factor] Увеличение
        [sound] Со звуком
        [audio] Со звуком
        [generate_audio] Со звуком
        [generate_audio_switch] Со звуком
        [audio_setting] Звук
        [instrumental] Без голоса
        [vocalGender] Голос
        [voice] Голос
        [soundLoop] По кругу
        [loop] По кругу
        [background] Фон
        [output_format] Формат файла
        [outputFormat] Формат файла
        [character_orientation] Ориентация
       *[other] { $other }
    }
order-value = { $value ->
        [true] Да
        [false] Нет
        [auto] Автоматически
        [Auto] Автоматически
        [AUTO] Автоматически
        [adaptive] Как у картинки
        [square] Квадрат
        [square_hd] Квадрат HD
        [portrait] Вертикально
        [portrait_4_3] Вертикально 3:4
        [portrait_3_2] Вертикально 2:3
        [portrait_16_9] Вертикально 9:16
        [landscape] Горизонтально
        [landscape_4_3] Горизонтально 4:3
        [landscape_3_2] Горизонтально 3:2
        [landscape_16_9] Горизонтально 16:9
        [landscape_21_9] Горизонтально 21:9
        [std] Обычный
        [standard] Обычный
        [pro] Про
        [lite] Лёгкий
        [basic] Базовый
        [medium] Среднее
        [high] Высокое
        [normal] Обычный
        [fun] Игривый
        [TURBO] Быстро
        [BALANCED] Средне
        [QUALITY] Лучше всего
        [GENERAL] Общий
        [REALISTIC] Реализм
        [DESIGN] Дизайн
        [FICTION] Вымысел
        [origin] Исходный
        [transparent] Прозрачный
        [opaque] Непрозрачный
        [image] Как на картинке
        [video] Как на видео
        [m] Мужской
        [f] Женский
       *[other] { $other }
    }
order-seconds = { $count } с
