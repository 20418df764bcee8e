//! Who answers a request: the webhook those that come by the thousand, the router all others.
//!
//! ```text
//!   request ──┬── POST /webhook ──> Webhook::receive
//!             └── anything else ──> Router, which has /webhook as well and refuses other methods
//! ```
//!
//! The way through a router takes several boxes, a match of the path and a list of extensions, which an
//! update needs none of. Nothing can fail here.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;

use super::webhook::Webhook;

/// Answers the requests of connections; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Reception {
    webhook: Option<Arc<Webhook>>,
    router: TowerToHyperService<Router>,
}

impl Reception {
    /// Updates go to this webhook, if there is one, and everything else to the router.
    pub(super) fn new(webhook: Option<Arc<Webhook>>, router: Router) -> Self {
        Self { webhook, router: TowerToHyperService::new(router) }
    }
}

impl Service<Request<Incoming>> for Reception {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        match &self.webhook {
            Some(webhook) if Webhook::is_meant(request.method(), request.uri().path()) => {
                let webhook = Arc::clone(webhook);
                let (parts, body) = request.into_parts();
                Box::pin(async move { Ok(webhook.receive(&parts.headers, body).await) })
            }
            Some(_) | None => Box::pin(self.router.call(request)),
        }
    }
}
