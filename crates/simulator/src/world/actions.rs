//! What happens to instances and to the database of a world.

use std::process::ExitStatus;

use testbed::Error;
use testbed::process::{Process, Signal};
use testbed::proxy::ChaosProxy;
use testbed::server::Shutdown;

use super::conditions::{APP, Hidden, as_role};
use super::instance::Launch;
use super::{Instance, PATIENCE, Place, SECRET, World};

/// A frozen instance; [`World::wakes`] lets it go on.
#[derive(Debug)]
#[must_use = "a frozen instance stays frozen until it is woken"]
pub struct Frozen {
    place: usize,
}

/// A database that has gone away; [`World::database_returns`] brings it back.
#[derive(Debug)]
#[must_use = "a database that is away stays away until it returns"]
pub struct Away(());

impl World {
    /// Starts one more instance; traffic goes to it as to the others. Says which it is.
    pub async fn starts_one(&mut self) -> usize {
        let born = self.launches_one().await;
        self.welcomes(born.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Starts one more instance and waits only until it listens: without a database it waits for one.
    /// Traffic goes to it as to the others. Says which it is.
    pub async fn begins_one(&mut self) -> usize {
        self.begins_one_with(&[]).await
    }

    /// The same with other variables, such as those of a clock of its own.
    pub async fn begins_one_with(&mut self, variables: &[(&str, &str)]) -> usize {
        let launch = self.launch(variables);
        let begun = async { Instance::listens(launch.await?).await };
        self.welcomes(begun.await.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Starts the program as an instance with other variables, whatever becomes of it; no traffic
    /// goes to it.
    pub async fn runs_with(&self, variables: &[(&str, &str)]) -> Process {
        let launched = self.launch(variables).await;
        let launched = launched.and_then(Launch::start).unwrap_or_else(|error| panic!("{error}"));
        launched.process
    }

    /// How one more instance comes into being; it takes part from [`World::welcomes`] on. Owns all
    /// it needs, so that the world can be used meanwhile.
    pub(crate) fn launches_one(
        &self,
    ) -> impl Future<Output = Result<Instance, Error>> + Send + use<> + 'static {
        let launch = self.launch(&[]);
        async move {
            let instance = Instance::listens(launch.await?).await?;
            instance.waits().await?;
            Ok(instance)
        }
    }

    /// What an instance is started with; the variables given here win.
    fn launch(
        &self,
        more: &[(&str, &str)],
    ) -> impl Future<Output = Result<Launch, Error>> + Send + use<> + 'static {
        let server = self.server_address();
        let (direct, arguments): (_, &[&str]) = if self.builder.roles {
            (as_role(&self.database_url(), APP), &["serve", "--no-migrate"])
        } else {
            (self.database_url(), &["serve"])
        };
        let own = [
            ("TELEGRAM_BOT_TOKEN", self.telegram.token()),
            ("TELEGRAM_API_URL", &self.telegram.url()),
            ("WEBHOOK_SECRET_TOKEN", SECRET),
            ("WEBHOOK_BASE_URL", "https://bot.example.org"),
            ("KIE_API_KEY", self.kie.key()),
            ("KIE_API_URL", &self.kie.url()),
            ("KIE_UPLOAD_URL", &self.kie.upload_url()),
            ("PORT", "0"),
        ];
        let given = match &self.place {
            Place::Given(given) => Some(given.clone()),
            Place::Shared(_) | Place::Own(_) | Place::Lent(_) => None,
        };
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let hidden = self.hidden.iter().flat_map(Hidden::variables);
        let own = own.iter().map(owned).chain(hidden).chain(self.builder.variables.iter().cloned());
        let mut variables: Vec<_> = own.chain(more.iter().map(owned)).collect();
        let builder = self.builder.clone();
        let (program, arguments) = builder.command(arguments);
        async move {
            let link = ChaosProxy::postgres(server).await?;
            let through = direct.replacen(&server.to_string(), &link.address().to_string(), 1);
            let (work, lock) = match given {
                Some(given) => (given.url, given.lock),
                None if builder.lock_through_link => (through.clone(), Some(through)),
                None => (through, Some(direct)),
            };
            // First, so that a variable of the builder still wins.
            variables.insert(0, ("DATABASE_URL".to_owned(), work));
            if let Some(lock) = lock {
                variables.insert(0, ("LOCK_DATABASE_URL".to_owned(), lock));
            }
            let named = |(name, value): (String, String)| {
                let value = builder.by_name(&name, value);
                (name, value)
            };
            let variables = variables.into_iter().map(named).collect();
            Ok(Launch { program, arguments, variables, link })
        }
    }

    /// Takes an instance in: traffic goes to it as to the others. Says which it is.
    pub(crate) fn welcomes(&mut self, instance: Instance) -> usize {
        self.instances.push(instance);
        self.routes_to_all();
        self.instances.len() - 1
    }

    /// Sends traffic to every instance that runs.
    pub fn routes_to_all(&self) {
        if self.builder.polling {
            return;
        }
        let running = self.instances.iter().enumerate();
        let running = running.filter(|(_, instance)| instance.process.status().is_none());
        self.routes_to(&running.map(|(place, _)| place).collect::<Vec<_>>());
    }

    /// Kills an instance, as a machine that fails does. Telegram learns of it by itself.
    pub async fn kills(&self, place: usize) {
        self.blow();
        self.instances[place].signal(Signal::SIGKILL);
        self.ended(place).await;
        self.blow();
    }

    pub async fn kills_active(&self) -> usize {
        let place = self.active().await;
        self.kills(place).await;
        place
    }

    /// Stops an instance as a platform does: no more traffic, SIGTERM, and it ends with 0.
    pub async fn stops(&self, place: usize) {
        self.routes_to_all_but(place);
        self.instances[place].signal(Signal::SIGTERM);
        let status = self.ended(place).await;
        assert_eq!(status.code(), Some(0), "a clean stop ends with 0");
    }

    pub async fn stops_active(&self) -> usize {
        let place = self.active().await;
        self.stops(place).await;
        place
    }

    pub fn freezes(&self, place: usize) -> Frozen {
        self.blow();
        self.instances[place].signal(Signal::SIGSTOP);
        Frozen { place }
    }

    pub fn wakes(&self, frozen: Frozen) {
        self.blow();
        self.instances[frozen.place].signal(Signal::SIGCONT);
    }

    pub async fn database_goes(&mut self) -> Away {
        self.blow();
        let Place::Own(server) = &mut self.place else {
            panic!("this world shares its database: build it with own_server()")
        };
        let stopped = server.stop(Shutdown::Immediate).await;
        stopped.unwrap_or_else(|error| panic!("{error}"));
        Away(())
    }

    pub async fn database_returns(&mut self, away: Away) {
        let Away(()) = away;
        if let Place::Own(server) = &mut self.place {
            server.resume().await.unwrap_or_else(|error| panic!("{error}"));
        }
        self.blow();
    }

    /// Ends the sessions of instances for which this condition on `pg_stat_activity` holds, as an
    /// administrator does; says how many there were.
    pub async fn sessions_end(&self, condition: &str) -> i64 {
        let admin = testbed::server::connect(&self.database_url()).await;
        let admin = admin.unwrap_or_else(|error| panic!("{error}"));
        let end = format!(
            "select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity \
             where datname = current_database() and pid <> pg_backend_pid() and {condition}"
        );
        self.blow();
        let ended = admin.query_one(&end, &[]).await.unwrap_or_else(|error| panic!("{error}"));
        self.blow();
        ended.get(0)
    }

    /// Sends no more traffic to one that is about to be stopped.
    pub(crate) fn routes_to_all_but(&self, place: usize) {
        let others = (0..self.instances.len())
            .filter(|other| *other != place && self.instances[*other].process.status().is_none());
        self.routes_to(&others.collect::<Vec<_>>());
    }

    async fn ended(&self, place: usize) -> ExitStatus {
        let ended = self.instances[place].process.exit(PATIENCE).await;
        ended.unwrap_or_else(|error| panic!("{error}"))
    }
}
