# Баланс: что есть, что отложено, что произошло.

balance-available =
    <b>Баланс</b>

    Доступно: <b>{ $amount }</b>
balance-held = Отложено на генерации: { $amount }
balance-owed = Долг: { $amount }. Он остался после возврата оплаты за то, что уже было создано. Пока он есть, новое создать нельзя. Его закроет следующее пополнение: /topup. Есть вопросы? Напишите нам: /support
balance-movements = Последние операции:
balance-movement = { $at } – { $what }: { $change }
balance-movement-of = { $at } – { $what }, { $model }: { $change }
balance-no-movements = Операций пока не было.

balance-sum = { $available }
balance-sum-owed = { $available }, долг { $owed }

balance-moved-purchase = Пополнение
balance-moved-gift = Подарок
balance-moved-referral = За приглашение
balance-moved-promo = Промокод
balance-moved-plan = По подписке
balance-moved-adjust = Исправление поддержки
balance-moved-bank-transfer = Банковский перевод
balance-moved-hold = Запуск генерации
balance-moved-reprice = Вышло дешевле
balance-moved-bonus = Бонус к пополнению
balance-moved-capture = Оплата генерации
balance-moved-release = Возврат за генерацию
balance-moved-refund = Возврат оплаты
balance-moved-unrefund = Возврат оплаты отменён
balance-moved-compensate = Возмещение за генерацию
balance-moved-transfer = Перевод
balance-moved-other = Другое
