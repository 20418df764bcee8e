# The balance: what there is, what is set apart, what happened.

balance-available =
    <b>Balance</b>

    Available: <b>{ $amount }</b>
balance-held = Set apart for generations: { $amount }
balance-owed = You owe: { $amount }. It is left from a refund of something that had already been created. Until it is settled nothing new can be created. Your next top-up settles it: /topup. Questions? Write to us: /support
balance-movements = Last operations:
balance-movement = { $at } – { $what }: { $change }
balance-movement-of = { $at } – { $what }, { $model }: { $change }
balance-no-movements = There were no operations yet.

balance-sum = { $available }
balance-sum-owed = { $available }, owed { $owed }

balance-moved-purchase = Top-up
balance-moved-gift = Gift
balance-moved-referral = For an invitation
balance-moved-promo = Promo code
balance-moved-plan = Subscription
balance-moved-adjust = Correction by support
balance-moved-bank-transfer = Bank transfer
balance-moved-hold = Generation started
balance-moved-reprice = Turned out cheaper
balance-moved-bonus = Bonus on top
balance-moved-capture = Generation paid
balance-moved-release = Returned for a generation
balance-moved-refund = Refund of a payment
balance-moved-unrefund = Refund taken back
balance-moved-compensate = Compensation for a generation
balance-moved-transfer = Transfer
balance-moved-other = Other
