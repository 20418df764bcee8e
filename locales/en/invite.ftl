# Invitations: one's own link, what it brings, what it has brought.

invite-link =
    <b>Invite a friend</b>

    Your link:
    { $link }
invite-rule = When somebody who came by it for the first time tops up for the first time, you get <b>{ $amount }</b>. If that payment is refunded, the reward goes back too, but you will never owe anything for it.
invite-nobody = Nobody has come by it yet. Share it!
invite-counts = Came: { $came }. Topped up: { $paid }.
invite-no-link = Your link is not ready yet. Please look here again in a minute.
invite-button-share = Share
invite-share-words = Pictures, video and sound from your words and photos. Have a go!
referral-rewarded = Thank you for inviting a friend! They have topped up for the first time, and you get <b>{ $amount }</b>. It is on your balance already.
