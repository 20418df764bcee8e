# Баланс: что есть, что отложено, что произошло.

balance-available =
    💰 <b>Баланс</b>
    Доступно: <b>{ $amount }</b>
balance-held = Отложено на заказы: { $amount }
balance-owed =
    ⚠️ Долг: { $amount }
    Платёж вернули, а эту его часть вы уже потратили. Пока долг не закрыт, новое создать нельзя. Его закроет следующее пополнение: /topup. Есть вопросы? Напишите нам: /support
balance-movements = Последние операции:
balance-movement = { $at } – { $what }: { $change }
balance-movement-of = { $at } – { $what }, { $model }: { $change }
balance-no-movements = Операций пока не было.

balance-sum = { $available }
balance-sum-owed = { $available }, долг { $owed }

balance-moved-purchase = Пополнение
balance-moved-gift = Подарок
balance-moved-referral = Награда за друга
balance-moved-promo = Промокод
balance-moved-plan = По подписке
balance-moved-adjust = Поправка от поддержки
balance-moved-bank-transfer = Банковский перевод
balance-moved-hold = Запуск заказа
balance-moved-reprice = Вышло дешевле
balance-moved-bonus = Бонус к пополнению
balance-moved-capture = Оплата заказа
balance-moved-release = Возврат за заказ
balance-moved-refund = Возврат платежа
balance-moved-unrefund = Возврат платежа отменён
balance-moved-compensate = Возмещение за заказ
balance-moved-transfer = Перевод
balance-moved-other = Другое
