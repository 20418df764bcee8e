# Мастер заказа: по шагам, подтверждение, запуск.

order-step = <b>{ $title }</b>, шаг { $number } из { $count }
order-step-alone = <b>{ $title }</b>

order-ask-words =
    { $field ->
        [prompt] Напишите своими словами, что хотите получить.
        [text] Напишите текст.
        [style] Напишите, в каком стиле это должно быть.
        [title] Напишите, как это назвать.
       *[other] Напишите, что здесь нужно: { $name }.
    } До { $most ->
        [one] { $most } знака
        [few] { $most } знаков
       *[other] { $most } знаков
    }.
order-example = Пример { $number }: <i>{ $words }</i>
order-take-example = Взять пример { $number }
order-now-words =
    Пока так:
    { $quote }
order-ask-choice =
    <b>{ $name }</b>

    Выберите:
order-now = Сейчас: { $value }
order-barred = Не сочетается с тем, что выбрано сейчас: { $values }
order-ask-number =
    <b>{ $name }</b>

    Выберите или напишите целое число от { $min } до { $max }.
order-ask-file =
    <b>{ $name }</b>

    { $kind ->
        [image] Пришлите картинку. Если отправить файлом, она сохранит полное качество.
        [video] Пришлите видео.
       *[audio] Пришлите звуковой файл или запишите голосовое сообщение.
    }
order-limits = Подойдёт: { $limits }
order-files-so-far = Уже есть { $count } из { $most }. Пришлите ещё или идите дальше.
order-file-there = Один файл уже есть. Новый встанет на его место.
order-up-to-megabytes = до { $most } МБ
order-up-to-seconds = до { $most } с
order-up-to-pixels = до { $most } пикселей по длинной стороне
order-up-to-files = до { $most ->
        [one] { $most } файла
        [few] { $most } файлов
       *[other] { $most } файлов
    }

order-confirm =
    <b>{ $title }</b>

    Всё верно? Кнопками ниже можно поменять, что хочется.
order-line = { $name }: <b>{ $value }</b>
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
order-measured = Дороже не будет: мы измерим файл, и если он короче, возьмём меньше.
order-price-free = <b>Бесплатно</b>: сейчас { $count ->
        [one] осталась { $count } попытка
        [few] осталось { $count } попытки
       *[other] осталось { $count } попыток
    }, считая эту
order-free-day = Бесплатные попытки на сегодня закончились, завтра будут новые.
order-free-hour = Бесплатные попытки на этот час закончились, в течение часа будут новые.
order-free-budget = Всё, что сегодня можно сделать бесплатно на всех, уже сделано. Завтра будет новое.
order-balance = Баланс: { $amount }
order-time = Время: обычно { $time }

order-button-go = Сделать
order-button-go-free = Сделать · бесплатно
order-button-enough = Это всё
order-button-start-over = Заново
order-button-without = Без этого
order-button-discard = Убрать заказ
order-button-others = Другие модели

order-discarded = Хорошо, заказ убран. Деньги не списаны.
order-gone = Этого заказа уже нет. Выберите заново, деньги не списаны.
order-impossible = На такой заказ у меня нет цены, поэтому принять его не могу. Деньги не списаны. Выберите, пожалуйста, что-нибудь другое.
order-already-gone = Этот заказ уже не открыт: он либо в работе, либо был убран. Второй раз он не делается. Всё, что в работе и готово, есть в /history.
order-old-price = Эта цена была от прежнего заказа. Сейчас мы вот где:
order-old-step = Эта кнопка была от прежнего шага. Сейчас мы вот где:
order-new-price = С тех пор как я назвал цену, она изменилась. Вот новая; деньги не списаны. Делать?
order-closed = «{ $title }» сейчас не принимает заказы. Деньги не списаны. Попробуйте чуть позже или возьмите другую модель.
order-paused = Сейчас ничего сделать нельзя. Деньги не списаны, заказ останется. Попробуйте, пожалуйста, чуть позже.
order-too-dear = Именно это сейчас не сделать, а другое можно: возьмите настройки поменьше или модель подешевле. Деньги не списаны, заказ на месте.
order-too-many-jobs = В работе уже столько ваших заказов, сколько можно делать одновременно: { $count }. Деньги не списаны. Дождитесь, пока один будет готов: /history
order-too-many-jobs-plan = С подпиской <b>{ $plan }</b> в работе уже столько ваших заказов, сколько можно делать одновременно: { $count }. Деньги не списаны. Дождитесь, пока один будет готов: /history
order-more-jobs-plan = С подпиской <b>{ $plan }</b> одновременно можно до { $count }: /subscribe
order-short = На балансе не хватает <b>{ $missing }</b>. Ничего не списано. Доплатите недостающее или возьмите пакет в течение 30 минут, и я сразу начну этот заказ.
order-in-debt = За вами долг { $owed }: он остался от возврата за то, что уже было сделано. Пока он не погашен, ничего нового сделать нельзя. Деньги не списаны. Его закроет следующее пополнение: /topup. Есть вопросы? Напишите нам: /support
order-purse-away = Сейчас не могу заглянуть в ваш баланс. Деньги не списаны. Попробуйте, пожалуйста, чуть позже.
order-guarded = Такого я не делаю. Деньги не списаны. Опишите, пожалуйста, что-нибудь другое.

order-too-long = Текст слишком длинный: { $count ->
        [one] { $count } знак
        [few] { $count } знака
       *[other] { $count } знаков
    }, а помещается не больше { $most }. Сократите, пожалуйста, на { $over } и пришлите снова.
order-too-short = Текст слишком короткий: нужно хотя бы { $least ->
        [one] { $least } знак
        [few] { $least } знака
       *[other] { $least } знаков
    }, а в нём { $count }.
order-nothing-said = Слов в этом я не нашёл.
order-not-offered = Такого варианта нет. Выберите, пожалуйста, кнопкой.
order-not-together = Эти настройки не сочетаются. Поменяйте, пожалуйста, сначала другую.
order-out-of-range = Здесь нужно целое число от { $min } до { $max }.
order-no-words = Этой модели слова не нужны. Что можно поменять, есть на кнопках.
order-file-needed = Здесь нужен файл, а не слова.

order-text-file = Не удалось прочитать этот файл: я понимаю простой текст в UTF-8, до 128 КБ. Скопируйте, пожалуйста, текст в сообщение; длинный можно прислать по частям.
order-odd-file = С такими файлами я работать не умею.
order-no-file = Больше файлов для этого заказа не нужно. Чтобы прислать другой вместо прежнего, сначала нажмите его кнопку.
order-first-of-album = Здесь нужен один файл: я взял первый из альбома.
order-full = Помещается не больше { $most ->
        [one] { $most } файла
        [few] { $most } файлов
       *[other] { $most } файлов
    }, остальное я не взял.
order-too-heavy-for-telegram = Файл больше 20 МБ, а такие Telegram ботам не передаёт. Пришлите поменьше, например сжатый: картинку как фото, видео как видео.
order-too-heavy = Файл слишком большой: сюда помещается не больше { $most } МБ. Пришлите поменьше; картинка, отправленная как фото, сжимается.
order-other-kind = { $kind ->
        [image] Здесь нужна картинка.
        [video] Здесь нужно видео.
       *[audio] Здесь нужен звуковой файл.
    }
order-other-format = Такой формат не подходит. Подойдут: { $formats }.
order-plays-too-long = Слишком долго: помещается не больше { $most } с. Обрежьте, пожалуйста, и пришлите снова.
order-too-large = Картинка слишком большая: не больше { $most } пикселей по длинной стороне. Если отправить как фото, она станет меньше.
order-unmeasured = Не могу узнать, какой этот файл длины или размера, а от этого зависит цена. Пришлите его, пожалуйста, как фото, видео или музыку, а не файлом.

order-files-offered = { $kind ->
        [image] { $count ->
            [one] Картинка у меня.
            [few] У меня { $count } ваши картинки.
           *[other] У меня { $count } ваших картинок.
        }
        [video] { $count ->
            [one] Видео у меня.
            [few] У меня { $count } ваших видео.
           *[other] У меня { $count } ваших видео.
        }
       *[audio] { $count ->
            [one] Запись у меня.
            [few] У меня { $count } ваши записи.
           *[other] У меня { $count } ваших записей.
        }
    } Что сделаем?
order-files-caption =
    С такими словами:
    { $quote }
order-files-no-model = Файл у меня, но сейчас не открыто ничего, что могло бы его использовать. Загляните, пожалуйста, в меню или попробуйте чуть позже.

order-generate-form =
    Пишите так: <code>/generate z-image кот на луне</code>

    Сначала имя модели, потом ваши слова. Имена стоят на карточках моделей.
order-nearest-model = Модели «{ $key }» нет. Может быть, <code>{ $meant }</code>?
order-no-model = Модели «{ $key }» нет. Все, какие есть, в меню.

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
