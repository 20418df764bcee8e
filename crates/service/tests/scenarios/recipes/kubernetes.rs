//! The manifests fit together: what one names, another one has.

use serde_json::{Value, json};

use super::reading::{documents, path};

pub(super) const MANIFESTS: [&str; 4] = [
    "deploy/kubernetes/deployment.yaml",
    "deploy/kubernetes/disruption-budget.yaml",
    "deploy/kubernetes/secret.example.yaml",
    "deploy/kubernetes/service.yaml",
];

/// The kinds that are used, each with the version of the API that has it.
const KINDS: [(&str, &str); 5] = [
    ("Deployment", "apps/v1"),
    ("Ingress", "networking.k8s.io/v1"),
    ("PodDisruptionBudget", "policy/v1"),
    ("Secret", "v1"),
    ("Service", "v1"),
];

async fn all() -> Vec<Value> {
    let mut all = Vec::new();
    for file in MANIFESTS {
        all.extend(documents(file).await);
    }
    all
}

fn of_kind<'a>(all: &'a [Value], kind: &str) -> &'a Value {
    all.iter().find(|one| one["kind"] == kind).unwrap_or_else(|| panic!("there is no {kind}"))
}

/// Asserts that these labels select what has those.
#[track_caller]
fn selects(selector: &Value, labels: &Value) {
    let selector = selector.as_object().unwrap();
    assert!(!selector.is_empty());
    for (name, value) in selector {
        assert_eq!(&labels[name], value, "{name}");
    }
}

#[tokio::test]
async fn every_manifest_is_in_the_list_and_of_a_known_kind() {
    let mut files = Vec::new();
    let mut folder = tokio::fs::read_dir(path("deploy/kubernetes")).await.unwrap();
    while let Some(entry) = folder.next_entry().await.unwrap() {
        files.push(format!("deploy/kubernetes/{}", entry.file_name().to_str().unwrap()));
    }
    files.sort();
    assert_eq!(files, MANIFESTS);

    let all = all().await;

    assert_eq!(all.len(), KINDS.len());
    for (kind, version) in KINDS {
        let one = of_kind(&all, kind);
        assert_eq!(one["apiVersion"], version, "{kind}");
        assert_eq!(one["metadata"]["name"], "trt", "{kind}");
    }
}

#[tokio::test]
async fn what_a_manifest_names_another_one_has() {
    let all = all().await;
    let deployment = &of_kind(&all, "Deployment")["spec"];
    let labels = &deployment["template"]["metadata"]["labels"];
    let pod = &deployment["template"]["spec"];
    let container = &pod["containers"][0];
    let service = of_kind(&all, "Service");
    let budget = &of_kind(&all, "PodDisruptionBudget")["spec"];
    let secret = of_kind(&all, "Secret");
    let ingress = &of_kind(&all, "Ingress")["spec"];

    selects(&deployment["selector"]["matchLabels"], labels);
    selects(&service["spec"]["selector"], labels);
    selects(&budget["selector"]["matchLabels"], labels);
    selects(&pod["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"], labels);
    assert!(
        budget["minAvailable"].as_u64() < deployment["replicas"].as_u64(),
        "a node can never be emptied"
    );
    assert_eq!(container["envFrom"][0]["secretRef"]["name"], secret["metadata"]["name"]);
    let port = &service["spec"]["ports"][0];
    assert_eq!(port["targetPort"], container["ports"][0]["name"]);
    let rule = &ingress["rules"][0];
    let backend = &rule["http"]["paths"][0]["backend"]["service"];
    assert_eq!(
        (&backend["name"], &backend["port"]["name"]),
        (&service["metadata"]["name"], &port["name"])
    );
    assert_eq!(ingress["tls"][0]["hosts"], json!([rule["host"]]));
    let address = format!("https://{}", rule["host"].as_str().unwrap());
    assert_eq!(secret["stringData"]["WEBHOOK_BASE_URL"], address);
    assert!(!container["image"].as_str().unwrap().contains(":latest"));
}
