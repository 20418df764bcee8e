//! How a serving process ends.

use testbed::SOON;
use testbed::process::Signal;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::instance::Instance;

#[tokio::test]
async fn both_signs_to_stop_lead_to_a_clean_end() {
    for (signal, name) in [(Signal::SIGTERM, "SIGTERM"), (Signal::SIGINT, "SIGINT")] {
        let trt = Instance::start(&[]).await;

        trt.process.signal(signal).unwrap();

        assert_eq!(trt.process.exit(SOON).await.unwrap().code(), Some(0), "{name}");
        trt.process.line("[RUN] stopped", SOON).await.unwrap();
        let log = trt.log();
        assert!(log.iter().any(|line| line["sign"] == name), "{log:?}");
        let good = |level: &str| level == "INFO" || level == "WARN";
        assert!(log.iter().all(|line| line["level"].as_str().is_some_and(good)), "{log:?}");
        assert!(TcpStream::connect(trt.address).await.is_err(), "the port is free");
    }
}

#[tokio::test]
async fn a_second_sign_ends_the_stop_at_once() {
    let trt = Instance::start(&[]).await;
    // A request that never becomes complete keeps the stop waiting.
    let mut stream = TcpStream::connect(trt.address).await.unwrap();
    stream.write_all(b"GET /health HTTP/1.1\r\n").await.unwrap();
    assert_eq!(trt.get("/live").await.status, 200);

    trt.process.signal(Signal::SIGTERM).unwrap();
    trt.process.line("[RUN] stopping", SOON).await.unwrap();
    trt.process.signal(Signal::SIGTERM).unwrap();

    assert_eq!(trt.process.exit(SOON).await.unwrap().code(), Some(1));
    trt.process.line("trt: stopped at once, as asked", SOON).await.unwrap();
    drop(stream);
}

#[tokio::test]
async fn an_open_connection_does_not_hold_up_the_end_for_long() {
    let trt = Instance::start(&[]).await;
    let idle = TcpStream::connect(trt.address).await.unwrap();
    assert_eq!(trt.get("/live").await.status, 200);

    trt.process.signal(Signal::SIGTERM).unwrap();

    assert_eq!(trt.process.exit(SOON).await.unwrap().code(), Some(0));
    drop(idle);
}
