# Списки моделей, их карточки, поиск, избранное, что можно бесплатно.

shop-image =
    <b>Изображения</b>

    Выберите модель и напишите, что хотите увидеть. Или выберите, что сделать.
shop-video =
    <b>Видео</b>

    Что сделаем?
shop-sound =
    <b>Звук и музыка</b>

    Что сделаем?
shop-tools =
    <b>Инструменты</b>

    Для картинок и видео, которые у вас уже есть.
shop-section-empty = Сейчас здесь ничего нет. Загляните, пожалуйста, позже.
shop-kind = <b>{ $kind }</b>
shop-kind-page = <b>{ $kind }</b>, страница { $page } из { $pages }
shop-line = <b>{ $title }</b> – { $price }. { $benefit }
shop-line-closed = <b>{ $title }</b> – пока закрыта. { $benefit }
shop-favourites = Ваше избранное: { $titles }
shop-paused = Сейчас заказать ничего нельзя: мы ненадолго остановились. Денег ни с кого не берём, загляните чуть позже.

shop-kinds =
    <b>Все модели</b>

    Что сделаем?
shop-best =
    <b>Лучшее</b>

    Эти модели люди выбирают чаще всего.
shop-trending =
    <b>Сейчас в тренде</b>

    Эти модели на неделе стали выбирать чаще.
shop-trending-none =
    <b>Сейчас в тренде</b>

    На этой неделе все выбирают то же, что и раньше. Загляните в лучшее.
shop-search =
    <b>Поиск</b>

    Напишите слово или два: название модели или что она должна сделать. Например: убрать фон.
shop-found = Вот что нашлось по словам «{ $words }»:
shop-not-found =
    По словам «{ $words }» ничего не нашлось.

    Попробуйте одно слово, например: фото, видео, песня, фон. Или посмотрите лучшие модели.

shop-gone = Этой модели больше нет. Вот что есть:
shop-came-for = Здравствуйте, <b>{ $name }</b>! Вот за чем вы пришли.
shop-came-for-stranger = Здравствуйте! Вот за чем вы пришли.
shop-card =
    <b>{ $title }</b>
    { $benefit }

    Цена: { $price }
    { $time }
    { $takes }
shop-card-time = Готово за: { $time }
shop-card-takes = От вас: { $what }
shop-card-takes-nothing = Присылать ничего не нужно.
shop-card-results =
    { $count ->
        [one] Вы получите: { $count } файл
        [few] Вы получите: { $count } файла
       *[other] Вы получите: { $count } файлов
    }
shop-card-closed = Эта модель пока закрыта: у неё несколько раз подряд не получилось. Скоро попробуем её снова, а пока может выручить другая.
shop-card-free = Бесплатно для вас: до { $day } в день и { $hour } в час. { $left }
shop-card-after-free = Потом: { $price }
shop-card-discount = Скидка { $percent } % с подпиской <b>{ $plan }</b> уже в цене
shop-card-examples = Можно начать с примера:
shop-optional-mark = по желанию

shop-free =
    <b>Бесплатно</b>

    Эти модели бесплатны: всего до { $day } раз в день и { $hour } раз в час. { $left }
shop-free-none =
    <b>Бесплатно</b>

    Сейчас бесплатного ничего нет.
shop-free-line = <b>{ $title }</b> – до { $day } в день, { $hour } в час. { $benefit }
shop-free-left =
    { $count ->
        [one] Сейчас у вас осталась { $count } попытка.
        [few] Сейчас у вас осталось { $count } попытки.
       *[other] Сейчас у вас осталось { $count } попыток.
    }
shop-free-day-used = На сегодня попытки закончились, завтра будут новые.
shop-free-hour-used = На этот час попытки закончились, через час будут новые.
shop-free-budget-used = Общие бесплатные попытки на сегодня закончились, завтра будут новые.

shop-button-best = Лучшее
shop-button-trending = В тренде
shop-button-search = Поиск
shop-button-previous = Предыдущие
shop-button-next = Следующие
shop-button-order = Создать
shop-button-favour = В избранное
shop-button-unfavour = Убрать из избранного
shop-closed-mark = пока закрыта
shop-from-mark = от
shop-free-mark = бесплатно

shop-kind-text-to-image = Картинка по описанию
shop-kind-image-edit = Изменить фото
shop-kind-upscale = Увеличить картинку
shop-kind-background-removal = Убрать фон
shop-kind-text-to-video = Видео по описанию
shop-kind-image-to-video = Оживить фото
shop-kind-video-to-video = Изменить видео
shop-kind-video-upscale = Улучшить видео
shop-kind-avatar = Говорящее фото
shop-kind-lip-sync = Губы под голос
shop-kind-speech = Озвучить текст
shop-kind-speech-to-text = Речь в текст
shop-kind-sound = Звуки
shop-kind-music = Песни и музыка
shop-kind-lyrics = Текст песни
shop-kind-audio-tools = Обработка звука

shop-takes-words = описание словами
shop-takes-image = картинка
shop-takes-images = картинки
shop-takes-video = видео
shop-takes-videos = несколько видео
shop-takes-audio = звуковой файл
shop-takes-audios = звуковые файлы

# Слова, по которым находится вид моделей, кроме его названия.
shop-words-audio-tools = обработка звука, отделить голос, вокал, минус, минусовка, шум, почистить звук, аудио
shop-words-avatar = говорящее фото, аватар, говорящая голова, ведущий, портрет говорит, блогер
shop-words-background-removal = убрать фон, удалить фон, вырезать фон, прозрачный фон, без фона, вырезать объект
shop-words-image-edit = изменить фото, отредактировать картинку, обработать фото, ретушь, заменить, исправить, редактор, фотошоп, стиль
shop-words-image-to-video = оживить фото, анимация, анимировать картинку, фото в видео, движение, ожившее фото
shop-words-lip-sync = губы, липсинк, озвучить видео, дубляж, синхронизация губ, переозвучить
shop-words-lyrics = текст песни, слова песни, стихи, куплет, рифма
shop-words-music = песня, песни, музыка, трек, мелодия, кавер, хит, вокал, минус
shop-words-sound = звук, звуки, шум, эффект, аудио, джингл
shop-words-speech = озвучить текст, голос, диктор, речь, прочитать вслух, озвучка, аудиокнига
shop-words-speech-to-text = речь в текст, расшифровка, расшифровать, транскрипция, субтитры, распознать голос
shop-words-text-to-image = картинка, картинки, изображение, рисунок, нарисовать, арт, логотип, открытка, иллюстрация, фото, постер, обои, аватарка
shop-words-text-to-video = видео, ролик, клип, кино, видеоролик, снять видео, реклама
shop-words-upscale = увеличить картинку, улучшить фото, качество, разрешение, чёткость, апскейл, резкость
shop-words-video-to-video = изменить видео, обработать видео, переделать ролик, стиль видео, заменить в видео
shop-words-video-upscale = улучшить видео, качество видео, разрешение видео, апскейл видео, чёткость
