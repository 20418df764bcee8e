//! Every variable of a recipe is known, and together they are enough to start.

use serde_json::Value;
use testbed::SOON;

use super::reading::{self, Variables, bots, given, of_service, read, settings, yaml};
use crate::instance::program;

/// Where nobody listens: what is looked at is the configuration alone.
const NOWHERE: &str = "127.0.0.1:1";

/// A recipe, an instance of it, and what that is started with.
type Instance = (&'static str, Variables);

async fn of_compose(file: &'static str) -> Vec<Instance> {
    let compose = yaml(file).await;
    bots(&compose).into_iter().map(|(_, service)| (file, of_service(service))).collect()
}

/// What the file names, what it leaves to the operator, and what Render sets by itself.
async fn of_render() -> Instance {
    let render = yaml("deploy/render.yaml").await;
    let mut variables = Variables::new();
    for variable in render["services"][0]["envVars"].as_array().unwrap() {
        let name = variable["key"].as_str().unwrap();
        let value = match variable["value"].as_str() {
            Some(value) => value,
            None => {
                let is_ours = variable["sync"] == false;
                let database = &variable["fromDatabase"]["name"];
                assert!(is_ours || *database == render["databases"][0]["name"], "{name}");
                given(name)
            }
        };
        variables.insert(name.to_owned(), value.to_owned());
    }
    variables.insert("RENDER_EXTERNAL_URL".to_owned(), given("RENDER_EXTERNAL_URL").to_owned());
    ("render.yaml", variables)
}

/// What the file sets, and the secrets that its first lines tell the operator to set.
async fn of_fly() -> Instance {
    let fly = reading::fly().await;
    let set = fly["env"].as_object().unwrap().iter();
    let text =
        |(name, value): (&String, &Value)| (name.clone(), value.as_str().unwrap().to_owned());
    let mut variables: Variables = set.map(text).collect();
    let file = read("deploy/fly.toml").await;
    let secrets = file.lines().find(|line| line.contains("fly secrets set")).unwrap();
    let names = secrets.split(' ').filter_map(|word| word.split_once('=')).map(|(name, _)| name);
    variables.extend(names.map(|name| (name.to_owned(), given(name).to_owned())));
    ("fly.toml", variables)
}

/// What the container sets, and the secret with the empty ones filled in.
async fn of_kubernetes() -> Instance {
    let deployment = yaml("deploy/kubernetes/deployment.yaml").await;
    let container = &deployment["spec"]["template"]["spec"]["containers"][0];
    let secret = yaml("deploy/kubernetes/secret.example.yaml").await;
    let mut variables = Variables::new();
    for (name, value) in secret["stringData"].as_object().unwrap() {
        let value = value.as_str().filter(|value| !value.is_empty()).unwrap_or_else(|| given(name));
        variables.insert(name.clone(), value.to_owned());
    }
    for variable in container["env"].as_array().unwrap() {
        let text = |field: &str| variable[field].as_str().unwrap().to_owned();
        variables.insert(text("name"), text("value"));
    }
    ("kubernetes", variables)
}

/// What the unit sets, and the example of an environment file with what must be set filled in.
async fn of_systemd() -> Instance {
    let unit = read("deploy/systemd/trt@.service").await;
    let set = reading::entries(&unit, "Environment").into_iter();
    let port = unit.split(' ').find_map(|word| word.strip_prefix("PORT=")).unwrap();
    let port = format!("PORT={}", port.replace("%i", "8081"));
    let set = set.chain([port.as_str()]).map(|entry| entry.split_once('=').unwrap());
    let mut variables: Variables = set.map(|(name, value)| (name.into(), value.into())).collect();
    let needed = settings().await.into_iter().filter(|(_, (_, needed))| *needed);
    variables.extend(needed.map(|(name, _)| {
        let value = given(&name).to_owned();
        (name, value)
    }));
    let address = "WEBHOOK_BASE_URL";
    variables.insert(address.to_owned(), given(address).to_owned());
    ("systemd", variables)
}

async fn all() -> Vec<Instance> {
    let mut all = of_compose("deploy/compose.yaml").await;
    all.extend(of_compose("deploy/compose.polling.yaml").await);
    all.extend([of_render().await, of_fly().await, of_kubernetes().await, of_systemd().await]);
    all
}

/// The same database, where nobody is.
fn elsewhere(url: &str) -> String {
    let (before, rest) = url.split_once('@').unwrap();
    let (_, database) = rest.split_once('/').unwrap();
    format!("{before}@{NOWHERE}/{database}")
}

/// What `trt check` finds about the configuration alone.
async fn findings(variables: &Variables) -> Vec<Value> {
    let nowhere = format!("http://{NOWHERE}");
    let mut check = program(&["check", "--json"]);
    for (name, value) in variables {
        let value = if name == "DATABASE_URL" { elsewhere(value) } else { value.clone() };
        check = check.env(name, value);
    }
    for name in ["TELEGRAM_API_URL", "KIE_API_URL", "KIE_UPLOAD_URL"] {
        check = check.env(name, &nowhere);
    }
    let check = check.start().unwrap();
    let lines = check.all_lines(SOON).await.unwrap();
    let line =
        lines.iter().find(|line| line.starts_with('[')).unwrap_or_else(|| panic!("{lines:#?}"));
    serde_json::from_str(line).unwrap()
}

#[tokio::test]
async fn every_recipe_has_only_variables_that_the_program_knows_and_enough_of_them() {
    let settings = settings().await;
    let instances = all().await;
    assert_eq!(instances.len(), 2 + 2 + 4, "two of each compose file");
    for (recipe, variables) in instances {
        for name in variables.keys() {
            assert!(settings.contains_key(name), "{recipe} sets {name}, which nobody reads");
        }
        let findings = findings(&variables).await;
        for name in ["configuration", "variables"] {
            let found = findings.iter().find(|finding| finding["name"] == name).unwrap();
            assert_eq!(found["status"], "PASS", "{recipe}: {found}");
        }
    }
}

#[tokio::test]
async fn what_must_be_set_is_what_the_program_asks_for() {
    let polling = Variables::from([("BOT_MODE".to_owned(), "polling".to_owned())]);
    let problems = findings(&polling).await.into_iter();
    let problems = problems.filter(|finding| finding["name"] == "configuration");
    let found: String = problems.map(|problem| format!("{problem}\n")).collect();
    for (name, (value, needed)) in settings().await {
        assert!(
            !needed || value.is_empty(),
            "{name} has a value that somebody may forget to change"
        );
        assert_eq!(found.contains(&format!("{name} is missing")), needed, "{name}: {found}");
    }
}
