# Invitations: one's own link, what it brings, what it has brought.

invite-link =
    🎁 <b>Invite a friend</b>

    Your link:
    { $link }
invite-rule = When a new friend comes by it and tops up for the first time, you get <b>{ $amount }</b>. If that payment is refunded, the reward goes back too. You'll never owe anything for it.
invite-nobody = No friends have come by it yet. Share it!
invite-counts = Friends who came: { $came }. Topped up: { $paid }.
invite-no-link = Your link isn't ready yet. Look in again in a minute.
invite-button-share = Share
invite-share-words = Pictures, video and music from your words and photos. Give it a try!
referral-rewarded = 🎁 Thank you for inviting a friend! They topped up for the first time, and you get <b>{ $amount }</b>. It's already on your balance.
