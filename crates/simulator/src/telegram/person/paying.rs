//! What a person does with Stars: opens a pay sheet, pays, looks after their subscriptions.

use std::sync::Arc;

use super::{Person, lines};
use crate::telegram::payments::sheet::{self, PaySheet, Purpose};
use crate::telegram::payments::{Checkout, STARS, Sold, subscriptions};
use crate::telegram::world::World;
use crate::telegram::{More, UpdateHandle};

impl Person {
    /// Pays an invoice of the chat, whether or not it was paid before: the sheet may have been open on another
    /// device.
    pub async fn pays(&self, message_id: i64) -> Checkout {
        self.opens_invoice(message_id).await.ends().await
    }

    /// Pays by the address of an invoice.
    pub async fn pays_link(&self, address: &str) -> Checkout {
        self.opens_link(address).await.ends().await
    }

    /// Presses the pay button of an invoice.
    pub async fn opens_invoice(&self, message_id: i64) -> PaySheet {
        self.try_opens_invoice(message_id)
            .unwrap_or_else(|| panic!("#{message_id} is no invoice:\n{}", lines(&self.chat())))
    }

    pub(crate) fn try_opens_invoice(&self, message_id: i64) -> Option<PaySheet> {
        let sold = self.core.look(|world| invoice(world, self.id, message_id))?;
        Some(self.opens(&sold, STARS, Purpose::Payment))
    }

    /// Opens the address of an invoice, which anybody can.
    pub async fn opens_link(&self, address: &str) -> PaySheet {
        self.try_opens_link(address).unwrap_or_else(|| panic!("{address} is no invoice"))
    }

    pub(crate) fn try_opens_link(&self, address: &str) -> Option<PaySheet> {
        let sold = self.core.look(|world| world.payments.link(address))?;
        Some(self.opens(&sold, STARS, Purpose::Payment))
    }

    /// Presses the button of an invoice that its owner has forwarded. An invoice with a start parameter cannot be
    /// paid so: then the chat with the bot opens, and the error is what is said there.
    pub async fn opens_forwarded(
        &self,
        owner: &Self,
        message_id: i64,
    ) -> Result<PaySheet, UpdateHandle> {
        let sold = self.core.look(|world| invoice(world, owner.id, message_id));
        let sold = sold.unwrap_or_else(|| panic!("#{message_id} is no invoice"));
        if sold.start.is_empty() {
            return Ok(self.opens(&sold, STARS, Purpose::Payment));
        }
        Err(self.starts(&sold.start).await)
    }

    /// Lets the bot be asked about a payment that is not in any invoice, and that nobody is going to make.
    pub async fn forges(&self, payload: &str, stars: i64, currency: &str) -> PaySheet {
        let sold = Sold {
            title: String::new(),
            description: String::new(),
            payload: payload.to_owned(),
            stars,
            start: String::new(),
            period: None,
        };
        self.opens(&Arc::new(sold), currency, Purpose::Forged)
    }

    /// Cancels a subscription in Telegram's own settings, where it is known by its payload.
    pub async fn cancels_subscription(&self, payload: &str) -> UpdateHandle {
        let told = self.sets_subscription(payload, true);
        told.unwrap_or_else(|| panic!("there is nothing to cancel: {payload}"))
    }

    /// Switches a subscription on again; none if Telegram does not offer it.
    pub async fn resumes_subscription(&self, payload: &str) -> Option<UpdateHandle> {
        self.sets_subscription(payload, false)
    }

    fn sets_subscription(&self, payload: &str, cancelled: bool) -> Option<UpdateHandle> {
        let born = self.core.with(|world| {
            subscriptions::set_by_person(&self.core, world, (self.id, payload), cancelled)
        });
        born.map(|born| UpdateHandle::new(&self.core, born))
    }

    fn opens(&self, sold: &Arc<Sold>, currency: &str, purpose: Purpose) -> PaySheet {
        let born = self
            .core
            .with(|world| sheet::open(&self.core, world, (self.id, purpose), sold, currency));
        PaySheet::new(&self.core, born)
    }
}

fn invoice(world: &World, chat: i64, message_id: i64) -> Option<Arc<Sold>> {
    let message = world.chats.get(&chat)?.messages.iter().find(|one| one.id == message_id)?;
    match &message.more {
        Some(More::Invoice(sold)) => Some(Arc::clone(sold)),
        _ => None,
    }
}
