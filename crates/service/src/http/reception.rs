//! Who answers a request: the webhook those that come by the thousand, the router all others.
//!
//! ```text
//!   request ──┬── /webhook ───────> Webhook::receive
//!             └── anything else ──> Router
//! ```
//!
//! The way through a router takes several boxes, a match of the path and a list of extensions, which an
//! update needs none of. Of either kind of request its [`Visitor`] hears when it begins and when it is
//! answered. Nothing can fail here.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;

use super::visitors::Visitor;
use super::webhook::{PATH, Webhook};

/// Answers requests; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Reception {
    webhook: Option<Arc<Webhook>>,
    router: TowerToHyperService<Router>,
}

/// Answers the requests of one connection.
#[derive(Debug)]
pub(super) struct Serving {
    reception: Reception,
    visitor: Arc<Visitor>,
}

impl Reception {
    /// Updates go to this webhook, if there is one, and everything else to the router.
    pub(super) fn new(webhook: Option<Arc<Webhook>>, router: Router) -> Self {
        Self { webhook, router: TowerToHyperService::new(router) }
    }

    /// For the requests of this visitor.
    pub(super) fn serve(&self, visitor: Arc<Visitor>) -> Serving {
        Serving { reception: self.clone(), visitor }
    }
}

/// Who sends a request that the router got.
pub(super) fn visitor(request: &axum::extract::Request) -> Arc<Visitor> {
    let visitor = request.extensions().get::<Arc<Visitor>>();
    visitor.map_or_else(Visitor::unseen, Arc::clone)
}

impl Service<Request<Incoming>> for Serving {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let visitor = Arc::clone(&self.visitor);
        visitor.begins();
        match &self.reception.webhook {
            Some(webhook) if request.uri().path() == PATH => {
                let webhook = Arc::clone(webhook);
                let (parts, body) = request.into_parts();
                Box::pin(async move {
                    let response = webhook.receive(&visitor, &parts, body).await;
                    visitor.waits();
                    Ok(response)
                })
            }
            Some(_) | None => {
                request.extensions_mut().insert(Arc::clone(&visitor));
                let answer = self.reception.router.call(request);
                Box::pin(async move {
                    let response = answer.await;
                    visitor.waits();
                    response
                })
            }
        }
    }
}
