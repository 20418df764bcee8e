# Words that orders must not hold: for admins.

guard-added = ✅ From now on I refuse orders with <code>{ $word }</code>.
guard-already = <code>{ $word }</code> is on the list already.
guard-form =
    <code>/admin guard</code> – the list
    <code>/admin guard add &lt;word&gt;</code> – one more: a whole word, or <code>begin*</code>
    <code>/admin guard remove &lt;word&gt;</code> – one less
guard-full = There are { $most } words already. More of them belong into offers.toml.
guard-list =
    <b>Words I refuse</b>

    Added here: { $own }
    In offers.toml: { $settings }

    What no bot may make is refused besides.
guard-no-word = That's no word for the list. It takes one word of 3 to 40 letters, perhaps with a star at its end.
guard-not-there = <code>{ $word }</code> wasn't added here. What's in offers.toml is changed there.
guard-removed = ✅ <code>{ $word }</code> is off the list.
