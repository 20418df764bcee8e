//! Ports, paths, two instances, enough time to stop, no more privileges than needed.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::reading::{
    bots, documents, duration, entries, fly, of_service, path, read, settings, yaml,
};

const COMPOSE: [&str; 2] = ["deploy/compose.yaml", "deploy/compose.polling.yaml"];

/// What the stop takes besides the drain: last answers, and closing the pools.
const BESIDES: Duration = Duration::from_secs(5);

/// How long the work in hand may take at the end.
async fn drain() -> Duration {
    duration(&json!(settings().await["SHUTDOWN_DRAIN_SECONDS"].0))
}

/// Asserts that a platform waits for longer than a stop can take.
async fn waits_long_enough(recipe: &str, grace: Duration) {
    let drain = drain().await;
    assert!(!drain.is_zero());
    assert!(grace >= drain + BESIDES, "{recipe} waits {grace:?}, and a stop may take {drain:?}");
}

/// Asserts that the program has such a route.
async fn is_a_route(recipe: &str, path: &Value) {
    let path = path.as_str().unwrap_or_else(|| panic!("{recipe} asks for no path"));
    let routes = read("crates/service/src/http/routes.rs").await;
    assert!(routes.contains(&format!(".route(\"{path}\"")), "{recipe} asks for {path}");
}

#[tokio::test]
async fn compose_runs_two_instances_that_nobody_but_caddy_reaches() {
    for file in COMPOSE {
        let compose = yaml(file).await;
        let bots = bots(&compose);
        assert_eq!(bots.len(), 2, "{file}");
        for (name, bot) in bots {
            let name = &format!("{name} of {file}");
            assert_eq!(of_service(bot)["PORT"], "8080", "{name}");
            assert_eq!(bot["healthcheck"]["test"], json!(["CMD", "/usr/local/bin/trt", "health"]));
            assert_eq!(bot["read_only"], true, "{name}");
            assert_eq!(bot["cap_drop"], json!(["ALL"]), "{name}");
            assert_eq!(bot["ports"], Value::Null, "{name}");
            assert_eq!(bot["depends_on"]["postgres"]["condition"], "service_healthy", "{name}");
            waits_long_enough(name, duration(&bot["stop_grace_period"])).await;
        }
        let postgres = &compose["services"]["postgres"];
        assert_eq!(postgres["networks"], json!(["data"]), "{file}");
        assert_eq!(compose["networks"]["data"]["internal"], true, "{file}");
        assert_eq!(postgres["ports"], Value::Null, "{file}");
    }
}

/// The two files are one but for the way in.
#[tokio::test]
async fn without_a_domain_compose_differs_only_in_the_way_in() {
    let [mut by_domain, mut by_polling] = [yaml(COMPOSE[0]).await, yaml(COMPOSE[1]).await];

    let services = by_domain["services"].as_object_mut().unwrap();
    services.remove("caddy").unwrap();
    for (compose, way_in) in [
        (&mut by_domain, ["WEBHOOK_BASE_URL", "TRUSTED_PROXIES"].as_slice()),
        (&mut by_polling, &["BOT_MODE"]),
    ] {
        for name in ["trt-1", "trt-2"] {
            let service = &mut compose["services"][name];
            service.as_object_mut().unwrap().remove("networks").unwrap();
            let environment = service["environment"].as_object_mut().unwrap();
            for variable in way_in {
                environment.remove(*variable).unwrap_or_else(|| panic!("{name} has no {variable}"));
            }
        }
    }

    assert_eq!(by_domain["services"], by_polling["services"]);
}

#[tokio::test]
async fn caddy_is_told_where_the_instances_are_and_what_they_are_called_outside() {
    let compose = yaml(COMPOSE[0]).await;
    let caddy = &compose["services"]["caddy"];
    let caddyfile = read("deploy/Caddyfile").await;

    let upstreams = caddy["environment"]["UPSTREAMS"].as_str().unwrap();
    let instances = bots(&compose).into_iter();
    let expected: Vec<_> =
        instances.map(|(name, bot)| format!("{name}:{}", of_service(bot)["PORT"])).collect();
    assert_eq!(upstreams.split(' ').collect::<Vec<_>>(), expected);
    for (name, _) in caddy["environment"].as_object().unwrap() {
        assert!(caddyfile.contains(&format!("{{${name}")), "the Caddyfile reads no {name}");
    }
    assert!(caddy["volumes"][0].as_str().unwrap().starts_with("./Caddyfile:"));
    let health = caddyfile.lines().find_map(|line| line.trim().strip_prefix("health_uri "));
    is_a_route("the Caddyfile", &json!(health)).await;
    // A unit's port is its name, and the file that shows two of them is the one Caddy takes without compose.
    let unit = read("deploy/systemd/trt@.service").await;
    for upstream in ["8081", "8082"] {
        assert!(caddyfile.contains(&format!("127.0.0.1:{upstream}")));
        assert!(unit.contains(&format!("trt@{upstream}")));
    }
}

#[tokio::test]
async fn render_runs_two_instances_and_asks_whether_they_are_ready() {
    let render = yaml("deploy/render.yaml").await;
    let service = &render["services"][0];

    assert_eq!((&service["type"], &service["numInstances"]), (&json!("web"), &json!(2)));
    is_a_route("render.yaml", &service["healthCheckPath"]).await;
    assert_eq!(service["healthCheckPath"], "/ready");
    waits_long_enough("render.yaml", duration(&service["maxShutdownDelaySeconds"])).await;
    let dockerfile = service["dockerfilePath"].as_str().unwrap();
    assert!(!read(dockerfile).await.is_empty());
}

#[tokio::test]
async fn fly_runs_two_machines_and_asks_whether_they_are_ready() {
    let fly = fly().await;
    let service = &fly["http_service"];

    assert_eq!(service["internal_port"].to_string(), fly["env"]["PORT"].as_str().unwrap());
    assert_eq!(
        (&service["min_machines_running"], &service["auto_stop_machines"]),
        (&json!(2), &json!("off"))
    );
    assert!(read("deploy/fly.toml").await.contains("fly scale count 2"));
    is_a_route("fly.toml", &service["checks"][0]["path"]).await;
    waits_long_enough("fly.toml", duration(&fly["kill_timeout"])).await;
    let address = format!("https://{}.fly.dev", fly["app"].as_str().unwrap());
    assert_eq!(fly["env"]["WEBHOOK_BASE_URL"], address);
    // Beside the file, not in the folder from which it is deployed.
    assert!(
        !read(&format!("deploy/{}", fly["build"]["dockerfile"].as_str().unwrap())).await.is_empty()
    );
}

#[tokio::test]
async fn kubernetes_asks_what_the_program_answers_and_waits_for_its_end() {
    let deployment = yaml("deploy/kubernetes/deployment.yaml").await;
    let pod = &deployment["spec"]["template"]["spec"];
    let container = &pod["containers"][0];

    assert_eq!(deployment["spec"]["replicas"], 2);
    assert_eq!(container["env"][0]["value"], container["ports"][0]["containerPort"].to_string());
    for (probe, path) in [("readinessProbe", "/ready"), ("livenessProbe", "/live")] {
        let asked = &container[probe]["httpGet"];
        assert_eq!(
            (&asked["path"], &asked["port"]),
            (&json!(path), &container["ports"][0]["name"])
        );
        is_a_route("the deployment", &asked["path"]).await;
    }
    let pause = duration(&container["lifecycle"]["preStop"]["sleep"]["seconds"]);
    let grace = duration(&pod["terminationGracePeriodSeconds"]);
    waits_long_enough("the deployment", grace - pause).await;
    assert_eq!(pod["securityContext"]["runAsNonRoot"], true);
    let privileges = &container["securityContext"];
    assert_eq!(privileges["readOnlyRootFilesystem"], true);
    assert_eq!(privileges["allowPrivilegeEscalation"], false);
    assert_eq!(privileges["capabilities"], json!({ "drop": ["ALL"] }));
}

#[tokio::test]
async fn a_unit_gets_enough_time_to_start_and_to_stop() {
    let unit = read("deploy/systemd/trt@.service").await;
    let seconds = |name: &str| duration(&json!(entries(&unit, name)[0]));

    waits_long_enough("the unit", seconds("TimeoutStopSec")).await;
    let after = entries(&unit, "ExecStartPost")[0];
    let (_, path) = after.split_once("%i").unwrap();
    let (path, wait) = path.split_once(" --wait ").unwrap();
    is_a_route("the unit", &json!(path)).await;
    assert!(seconds("TimeoutStartSec") > duration(&json!(wait)), "{after}");
}

#[tokio::test]
async fn the_image_asks_by_itself_runs_as_nobody_and_is_built_as_the_project_is() {
    let dockerfile = read("deploy/Dockerfile").await;
    let has = |line: &str| assert!(dockerfile.lines().any(|has| has == line), "no line {line:?}");

    has("USER 65534:65534");
    has("ENV PORT=8080");
    has("EXPOSE 8080");
    has("ENTRYPOINT [\"/usr/local/bin/trt\"]");
    assert!(dockerfile.contains("CMD [\"/usr/local/bin/trt\", \"health\"]"));
    let toolchain: toml::Table = read("rust-toolchain.toml").await.parse().unwrap();
    let channel = toolchain["toolchain"]["channel"].as_str().unwrap();
    has(&format!("ARG BUILDER=docker.io/library/rust:{channel}-bookworm"));
}

/// The folders at the root of the tree that sources name, as in `include_str!("../../../locales/..")`.
async fn named_by_sources() -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    let mut folders = vec![path("crates"), path("bench")];
    while let Some(folder) = folders.pop() {
        let mut entries = tokio::fs::read_dir(folder).await.unwrap();
        while let Some(entry) = entries.next_entry().await.unwrap() {
            let (file, kind) = (entry.path(), entry.file_type().await.unwrap());
            let name = entry.file_name();
            // Tests are not built for an image.
            if name == "tests" || name == "tests.rs" {
                continue;
            }
            if kind.is_dir() {
                folders.push(file);
            } else if name.as_encoded_bytes().ends_with(b".rs") {
                let text = tokio::fs::read_to_string(&file).await.unwrap();
                let built = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                let outside = built.split('"').filter(|quoted| quoted.starts_with("../../"));
                let first =
                    outside.filter_map(|quoted| quoted.trim_start_matches("../").split('/').next());
                named.extend(first.filter(|name| path(name).is_dir()).map(str::to_owned));
            }
        }
    }
    named
}

#[tokio::test]
async fn the_image_is_built_from_all_that_is_needed_and_nothing_that_may_hold_a_secret() {
    let ignored = read(".dockerignore").await;
    let has = |line: &str| ignored.lines().any(|has| has == line);

    assert!(has("*"), "what is not named stays outside");
    let workspace: toml::Table = read("Cargo.toml").await.parse().unwrap();
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let members =
        members.iter().map(|member| member.as_str().unwrap().trim_end_matches("/*").to_owned());
    let named = named_by_sources().await;
    assert!(named.contains("locales"), "{named:?}");
    for folder in members.chain(named).chain([".sqlx".to_owned(), ".cargo".to_owned()]) {
        assert!(has(&format!("!{folder}")), "{folder} is not in the context");
    }
    let last = ignored.rfind('!').unwrap();
    for secret in ["**/.env*", "**/*.env", "**/.git"] {
        assert!(ignored[last..].contains(secret), "{secret} comes after what is let in");
    }
}

/// A recipe that says nothing of a namespace can be applied to any.
#[tokio::test]
async fn no_manifest_names_a_namespace() {
    for file in super::kubernetes::MANIFESTS {
        for document in documents(file).await {
            assert_eq!(document["metadata"]["namespace"], Value::Null, "{file}");
        }
    }
}
