# Слова, с которыми заказы не принимаются: для администраторов.

guard-added = ✅ Теперь я не беру заказы со словом <code>{ $word }</code> (список <code>{ $list }</code>).
guard-already = <code>{ $word }</code> уже в списке <code>{ $list }</code>.
guard-form =
    <code>/admin guard</code> – списки
    <code>/admin guard add &lt;слово&gt;</code> – добавить слово целиком или <code>нача*</code>
    <code>/admin guard remove &lt;слово&gt;</code> – убрать

    Перед словом можно назвать список: <code>add minors &lt;слово&gt;</code>. Есть <code>always</code>, <code>minors</code> и <code>sexual</code>.
guard-full = В этом списке уже { $most } слов. Если нужно больше, впишите их в offers.toml.
guard-list =
    <b>Слова, с которыми я не беру заказы</b>

    Сами по себе (<code>always</code>): { $always }

    Несовершеннолетние (<code>minors</code>) вместе с интимным (<code>sexual</code>):
    <code>minors</code>: { $minors }
    <code>sexual</code>: { $sexual }

    Изменить: <code>/admin guard add</code> или <code>remove</code> и слово.
guard-no-word = Такое в список не добавить. Нужно одно слово из 3–40 букв, можно со звёздочкой в конце.
guard-not-there = Слова <code>{ $word }</code> в списке нет. Посмотрите: <code>/admin guard</code>
guard-removed = ✅ <code>{ $word }</code> больше нет в списке <code>{ $list }</code>, и само оно туда не вернётся.
