# The balance: what there is, what is reserved, what happened.

balance-available =
    💰 <b>Balance</b>
    Available: <b>{ $amount }</b>
balance-held = Reserved for orders: { $amount }
balance-owed =
    ⚠️ You owe: { $amount }
    A payment was refunded, and this part of it was already spent. Until it's settled I can't create anything new. Your next top-up settles it: /topup. Questions? Write to us: /support
balance-movements = Recent activity:
balance-movement = { $at } – { $what }: { $change }
balance-movement-of = { $at } – { $what }, { $model }: { $change }
balance-no-movements = No activity yet.

balance-sum = { $available }
balance-sum-owed = { $available }, owed { $owed }

balance-moved-purchase = Top-up
balance-moved-gift = Gift
balance-moved-referral = Reward for a friend
balance-moved-promo = Promo code
balance-moved-plan = From your plan
balance-moved-adjust = Correction by support
balance-moved-bank-transfer = Bank transfer
balance-moved-hold = Order started
balance-moved-reprice = Turned out cheaper
balance-moved-bonus = Top-up bonus
balance-moved-capture = Order paid
balance-moved-release = Money back for an order
balance-moved-refund = Payment refunded
balance-moved-unrefund = Refund undone
balance-moved-compensate = Compensation for an order
balance-moved-transfer = Transfer
balance-moved-other = Other
