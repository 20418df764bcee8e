//! The recipe of a server, started by hand: what `compose.yaml` starts, with its variables and its health checks, and
//! Caddy in front with a certificate of its own.
//!
//! ```text
//!   fake Telegram ── http ──> Way ── https, authority of Caddy trusted ──> Caddy ──> trt-1, trt-2
//!                              └── writes every answer down
//! ```

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use simulator::world::{PATIENCE, World};
use testbed::loopback;
use testbed::process::{Process, Signal};
use testbed::{SOON, places, port, skip, wait};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::reading::{Variables, bots, of_service, path, yaml};
use crate::path::program;

/// What the machine outside of the recipe is called.
const HOST: &str = "localhost";

/// A running Caddy.
struct Caddy {
    process: Process,
    address: SocketAddr,
    authority: PathBuf,
}

impl Caddy {
    /// Starts the Caddyfile of the recipe before these instances; nothing where there is no Caddy.
    ///
    /// For a name of this machine it makes the certificate itself, without anybody's help.
    async fn start(name: &str, upstreams: &[SocketAddr]) -> Option<Self> {
        let Some(caddy) = places::program("caddy") else {
            skip::because("there is no Caddy: apt-get install caddy");
            return None;
        };
        let compose = yaml("deploy/compose.yaml").await;
        let mut variables = of_service(&compose["services"]["caddy"]);
        let upstreams: Vec<_> = upstreams.iter().map(SocketAddr::to_string).collect();
        let (address, plain) = (port::draw().unwrap(), port::draw().unwrap());
        let ours = [
            ("WEBHOOK_BASE_URL", format!("https://{HOST}")),
            ("UPSTREAMS", upstreams.join(" ")),
            ("HTTPS_PORT", address.port().to_string()),
            ("HTTP_PORT", plain.port().to_string()),
            ("ADMIN", "off".to_owned()),
        ];
        variables.extend(ours.map(|(name, value)| (name.to_owned(), value)));
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        tokio::fs::create_dir_all(&folder).await.unwrap();
        let process = Process::build("caddy", caddy)
            .bare_environment()
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(path("deploy/Caddyfile"))
            .env("HOME", &folder)
            .env("XDG_DATA_HOME", &folder)
            .env("XDG_CONFIG_HOME", &folder)
            .ends_by(Signal::SIGTERM);
        let process =
            variables.iter().fold(process, |process, (name, value)| process.env(name, value));
        let process = process.start().unwrap();
        process.line("certificate obtained successfully", SOON).await.unwrap();
        let authority = folder.join("caddy/pki/authorities/local/root.crt");
        Some(Self { process, address, authority })
    }

    /// A client that trusts nobody but the authority of this Caddy, which has begun to answer.
    async fn client(&self) -> reqwest::Client {
        telegram::client::install_tls();
        let authority = tokio::fs::read(&self.authority).await.unwrap();
        let client = reqwest::Client::builder()
            .tls_certs_only([reqwest::Certificate::from_pem(&authority).unwrap()])
            .resolve(HOST, self.address)
            .no_proxy()
            .build()
            .unwrap();
        let answers = wait::until("Caddy to use its certificate", SOON, async || {
            client.get(self.url("/health")).send().await.ok()
        });
        answers.await.unwrap();
        client
    }

    fn url(&self, path: &str) -> String {
        format!("https://{HOST}:{}{path}", self.address.port())
    }
}

/// How often each answer was given: its status, and whether it says when to come again.
type Answers = BTreeMap<(u16, bool), usize>;

/// The way from Telegram to Caddy, on which every answer is written down.
struct Way {
    address: SocketAddr,
    answers: Arc<Mutex<Answers>>,
    listener: Option<TcpListener>,
}

impl Way {
    /// Takes its place; nothing is passed on yet.
    async fn prepare() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        Self { address, answers: Arc::default(), listener: Some(listener) }
    }

    /// Passes everything on to Caddy from here on.
    async fn leads_to(&mut self, caddy: &Caddy) {
        let listener = self.listener.take().unwrap();
        let (client, base, answers) =
            (caddy.client().await, caddy.url(""), Arc::clone(&self.answers));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (client, base, answers) = (client.clone(), base.clone(), Arc::clone(&answers));
                let pass = service_fn(move |request| {
                    let (client, base, answers) =
                        (client.clone(), base.clone(), Arc::clone(&answers));
                    async move { pass_on(&client, &base, request, &answers).await }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), pass));
            }
        });
    }

    fn answers(&self) -> Answers {
        self.answers.lock().unwrap().clone()
    }
}

/// Sends a request on and its answer back; what is no answer at all counts as status 0.
async fn pass_on(
    client: &reqwest::Client,
    base: &str,
    request: Request<Incoming>,
    answers: &Mutex<Answers>,
) -> Result<Response<Body>, axum::Error> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(Body::new(body), usize::MAX).await?;
    let mut headers = parts.headers;
    headers.remove(header::HOST);
    let sent =
        client.request(parts.method, format!("{base}{}", parts.uri)).headers(headers).body(body);
    let answered = async {
        let answer = sent.send().await?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        Ok::<_, reqwest::Error>((status, headers, answer.bytes().await?))
    };
    let (status, headers, body) = match answered.await {
        Ok(answer) => answer,
        Err(error) => {
            eprintln!("no answer: {error:?}");
            *answers.lock().unwrap().entry((0, false)).or_default() += 1;
            let mut nothing = Response::new(Body::empty());
            *nothing.status_mut() = StatusCode::BAD_GATEWAY;
            return Ok(nothing);
        }
    };
    let later = headers.get(header::RETRY_AFTER).cloned();
    *answers.lock().unwrap().entry((status.as_u16(), later.is_some())).or_default() += 1;
    let mut answer = Response::new(Body::from(body));
    *answer.status_mut() = status;
    let kept = [header::CONTENT_TYPE, header::RETRY_AFTER];
    answer.headers_mut().extend(kept.into_iter().filter_map(|name| {
        let value = headers.get(&name)?.clone();
        Some((name, value))
    }));
    Ok(answer)
}

/// The instances of the recipe, each at an address that stays its own.
struct Services {
    all: Vec<(Variables, Value, SocketAddr)>,
}

impl Services {
    async fn read(world: &World) -> Self {
        let compose = yaml("deploy/compose.yaml").await;
        let mut all = Vec::new();
        for (_, service) in bots(&compose) {
            let address = port::draw().unwrap();
            let mut variables = of_service(service);
            // Where it is here; that plain text will do is the recipe's own word.
            let (_, parameters) = variables["DATABASE_URL"].split_once('?').unwrap();
            let database = format!("{}?{parameters}", world.database_url());
            let here = [
                ("TELEGRAM_BOT_TOKEN", world.telegram.token().to_owned()),
                ("KIE_API_KEY", world.kie.key().to_owned()),
                ("WEBHOOK_BASE_URL", format!("https://{HOST}")),
                ("DATABASE_URL", database.clone()),
                ("LOCK_DATABASE_URL", database),
                ("PORT", address.port().to_string()),
            ];
            variables.extend(here.map(|(name, value)| (name.to_owned(), value)));
            all.push((variables, service["healthcheck"]["test"].clone(), address));
        }
        Self { all }
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.all.iter().map(|(_, _, address)| *address).collect()
    }

    /// Starts one, and waits until its health check is content.
    async fn starts(&self, number: usize, world: &mut World) -> usize {
        let (variables, check, _) = &self.all[number];
        let pairs: Vec<_> = variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        let place = world.begins_one_with(&pairs).await;
        let words: Vec<&str> =
            check.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        assert_eq!(words[..2], ["CMD", "/usr/local/bin/trt"]);
        let healthy = wait::until("a healthy instance", PATIENCE, async || {
            let check = Process::build("health check", program()).bare_environment();
            let check = check.args(&words[2..]).env("PORT", &variables["PORT"]).start().unwrap();
            check.exit(SOON).await.unwrap().success().then_some(())
        });
        healthy.await.unwrap();
        place
    }
}

#[tokio::test]
async fn a_deploy_behind_caddy_loses_nothing_and_answers_nothing_but_200_and_503() {
    let mut way = Way::prepare().await;
    let world = World::build(program()).instances(0).patient_lock().behind(way.address);
    let mut world = world.start().await;
    let services = Services::read(&world).await;
    let Some(caddy) = Caddy::start("behind-caddy", &services.addresses()).await else { return };
    let mut places = [services.starts(0, &mut world).await, services.starts(1, &mut world).await];
    way.leads_to(&caddy).await;
    let mut crowd = world.crowd(50, 40).await;
    crowd.writes(20).await;

    for (number, place) in places.iter_mut().enumerate() {
        world.stops(*place).await;
        *place = services.starts(number, &mut world).await;
        crowd.writes(40).await;
    }

    let account = world.ends(crowd.stops().await).await;
    let answers = way.answers();
    println!("a deploy behind Caddy: {account:?}, answers {answers:?}");
    assert_eq!(account.twice, 0, "what was in hand was finished first");
    assert!(answers[&(200, false)] > 100, "{answers:?}");
    let others = answers.keys().filter(|answer| ![(200, false), (503, true)].contains(answer));
    assert_eq!(others.count(), 0, "status, and whether it says when to come again: {answers:?}");
    for instance in world.instances() {
        assert!(instance.lines_at("ERROR").is_empty(), "a clean deploy has none");
    }
}

/// It is ready whenever it is asked, and hangs up on everybody else.
async fn an_instance_that_goes_away() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 1024];
            let length = stream.read(&mut request).await.unwrap_or_default();
            if request[..length].starts_with(b"GET /ready") {
                let _ = stream.write_all(&loopback::answer(200, "", "ready")).await;
            }
        }
    });
    address
}

/// Nobody knows whether such a request arrived: Telegram sends it again.
#[tokio::test]
async fn what_was_under_way_to_an_instance_that_went_away_is_answered_with_503() {
    let instance = an_instance_that_goes_away().await;
    let Some(caddy) = Caddy::start("going-away", &[instance]).await else { return };
    let secret = "a-secret-of-the-webhook";

    let request = caddy.client().await.post(caddy.url("/webhook?who=somebody"));
    let request = request.header("X-Telegram-Bot-Api-Secret-Token", secret).body("{}");
    let answer = request.send().await.unwrap();

    assert_eq!(answer.status(), 503);
    assert_eq!(answer.headers()[header::RETRY_AFTER], "1");
    // Whatever it says about that, it does not say whose request it was.
    for line in caddy.process.lines() {
        assert!(!line.contains(secret) && !line.contains("somebody"), "{line}");
    }
}
