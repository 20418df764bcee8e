# Words that orders must not hold: for admins.

guard-added = ✅ From now on I refuse orders with <code>{ $word }</code> (list <code>{ $list }</code>).
guard-already = <code>{ $word }</code> is on the list <code>{ $list }</code> already.
guard-form =
    <code>/admin guard</code> – the lists
    <code>/admin guard add &lt;word&gt;</code> – one more: a whole word, or <code>begin*</code>
    <code>/admin guard remove &lt;word&gt;</code> – one less

    The list may stand before the word: <code>add minors &lt;word&gt;</code>. There are <code>always</code>, <code>minors</code> and <code>sexual</code>.
guard-full = There are { $most } words on that list already. More of them belong into offers.toml.
guard-list =
    <b>Words I refuse</b>

    By themselves (<code>always</code>): { $always }

    A minor (<code>minors</code>) and something sexual (<code>sexual</code>) together:
    <code>minors</code>: { $minors }
    <code>sexual</code>: { $sexual }

    To change them: <code>/admin guard add</code> or <code>remove</code> and a word.
guard-no-word = That's no word for the list. It takes one word of 3 to 40 letters, perhaps with a star at its end.
guard-not-there = <code>{ $word }</code> isn't on the list. See <code>/admin guard</code>
guard-removed = ✅ <code>{ $word }</code> is off the list <code>{ $list }</code> and stays off.
