# Слова, с которыми заказы не принимаются: для администраторов.

guard-added = ✅ Теперь я не беру заказы со словом <code>{ $word }</code>.
guard-already = <code>{ $word }</code> уже в списке.
guard-form =
    <code>/admin guard</code> – список
    <code>/admin guard add &lt;слово&gt;</code> – добавить слово целиком или <code>нача*</code>
    <code>/admin guard remove &lt;слово&gt;</code> – убрать
guard-full = Слов уже { $most }. Если нужно больше, впишите их в offers.toml.
guard-list =
    <b>Слова, с которыми я не беру заказы</b>

    Добавлены здесь: { $own }
    В offers.toml: { $settings }

    То, чего нельзя никому, я не беру и без списка.
guard-no-word = Такое в список не добавить. Нужно одно слово из 3–40 букв, можно со звёздочкой в конце.
guard-not-there = <code>{ $word }</code> здесь не добавляли. То, что в offers.toml, меняется там.
guard-removed = ✅ <code>{ $word }</code> больше нет в списке.
