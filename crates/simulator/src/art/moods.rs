//! What a prompt's words say about its picture: where it is, what light there is, who is in it.

use super::Draws;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scene {
    Sea,
    Forest,
    Mountains,
    City,
    Space,
    Desert,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Figure {
    Cat,
    Fox,
    Boat,
    Balloon,
    Rocket,
    House,
    Lighthouse,
    Person,
    Birds,
}

/// The colours of an hour and a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mood {
    /// From above to the horizon.
    pub(super) sky: [u32; 3],
    pub(super) light: u32,
    pub(super) far: u32,
    pub(super) near: u32,
    pub(super) accent: u32,
    pub(super) is_night: bool,
}

const fn mood(sky: [u32; 3], [light, far, near, accent]: [u32; 4], is_night: bool) -> Mood {
    Mood { sky, light, far, near, accent, is_night }
}

const DAWN: Mood =
    mood([0x2B3A67, 0xE98A6D, 0xFFD9A0], [0xFFF1C9, 0xC08E96, 0x2A2140, 0xF25F5C], false);
const DAY: Mood =
    mood([0x2F74C0, 0x86C5EA, 0xEAF6EE], [0xFFF8DC, 0x93B9CC, 0x1E4A3D, 0xFF7B54], false);
const NIGHT: Mood =
    mood([0x070B26, 0x1B2860, 0x55529A], [0xF6F1DC, 0x3D4C8C, 0x080B1C, 0xFFC857], true);
const DUSK: Mood =
    mood([0x221A4A, 0x8C3F90, 0xFF9C78], [0xFFE3B8, 0x7D5196, 0x1A1234, 0xFFB86B], false);
const MINT: Mood =
    mood([0x0E6F6A, 0x5ED8C4, 0xFDF8CF], [0xFFFFFF, 0x6CB8AC, 0x073F3C, 0xFF8A5B], false);
const AUTUMN: Mood =
    mood([0x5E86A0, 0xF2C48B, 0xFCEBCB], [0xFFF3D2, 0xD19A68, 0x4A2616, 0xD1495B], false);
const NEON: Mood =
    mood([0x0D0226, 0x4F0E7C, 0xFF4FA0], [0x8DF7FF, 0x53208A, 0x0B0420, 0x2DE2E6], true);
const SNOW: Mood =
    mood([0x5E86BC, 0xB4D0EA, 0xF8FBFF], [0xFFFFFF, 0xC3D8EC, 0x35557C, 0xE4572E], false);

/// What the hour is where nobody says so.
const HOURS: [Mood; 6] = [DAWN, DAY, DUSK, MINT, AUTUMN, NIGHT];

const SCENES: [Scene; 5] =
    [Scene::Mountains, Scene::Sea, Scene::Forest, Scene::Mountains, Scene::Desert];

#[derive(Clone, Copy)]
enum Means {
    Place(Scene),
    Hour(Mood),
    Who(Figure),
}

use Means::{Hour, Place, Who};

/// Beginnings of words; one with a full stop is a whole word. The first that is found counts.
const WORDS: &[(&str, Means)] = &[
    (
        "море моря океан пляж волн остров sea. seas. ocean beach wave island shore",
        Place(Scene::Sea),
    ),
    ("лес. лесу лесн дерев парк сосн forest wood tree jungle park", Place(Scene::Forest)),
    ("город улиц киберпанк токио небоскр city street tokyo cyberpunk skyline", Place(Scene::City)),
    (
        "космо планет лун. луне луну галакт скафандр space. planet moon galaxy astronaut",
        Place(Scene::Space),
    ),
    ("пустын песок дюн desert dune sahara sand.", Place(Scene::Desert)),
    ("гор. горы горах горн вершин долин mountain alps valley peak hill", Place(Scene::Mountains)),
    ("неон киберпанк neon cyberpunk synthwave retrowave", Hour(NEON)),
    ("ноч звёзд звезд лун космо night star. stars moon midnight galaxy", Hour(NIGHT)),
    ("закат вечер сумер sunset dusk evening twilight", Hour(DUSK)),
    ("рассвет восход утр dawn sunrise morning", Hour(DAWN)),
    ("осен autumn fall. ginger leaves", Hour(AUTUMN)),
    ("снег снеж зим snow winter frost ice.", Hour(SNOW)),
    ("весн лет. летн джунгл spring summer jungle tropic", Hour(MINT)),
    ("кот. кота коту кошк котик котён котен котэ cat. cats. kitten kitty", Who(Figure::Cat)),
    ("лис. лиса лису лисич лисён волк собак пёс щен fox wolf dog. dogs. puppy", Who(Figure::Fox)),
    ("корабл лодк парус яхт boat ship sail yacht", Who(Figure::Boat)),
    ("воздушн шар. шары balloon", Who(Figure::Balloon)),
    ("ракет rocket spaceship starship", Who(Figure::Rocket)),
    ("маяк lighthouse", Who(Figure::Lighthouse)),
    ("дом. дома домик изб хижин house cabin cottage home.", Who(Figure::House)),
    (
        "человек девушк парень женщин мужчин космонавт портрет man. woman girl boy. person astronaut portrait",
        Who(Figure::Person),
    ),
    ("птиц чайк орёл журавл bird gull eagle", Who(Figure::Birds)),
];

/// What was understood of a prompt; the seed has decided the rest.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    pub(super) scene: Scene,
    pub(super) mood: Mood,
    pub(super) figure: Option<Figure>,
}

impl Reading {
    pub(super) fn of(prompt: &str, seed: u64) -> Self {
        let lower = prompt.to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
        let is_said = |stem: &str| match stem.strip_suffix('.') {
            Some(whole) => words.contains(&whole),
            None => words.iter().any(|word| word.starts_with(stem)),
        };
        let said = || {
            let lines = WORDS.iter().filter(|(stems, _)| stems.split(' ').any(is_said));
            lines.map(|(_, means)| *means)
        };
        let scene =
            said().find_map(|means| if let Place(scene) = means { Some(scene) } else { None });
        let mood = said().find_map(|means| if let Hour(mood) = means { Some(mood) } else { None });
        let figure =
            said().find_map(|means| if let Who(figure) = means { Some(figure) } else { None });
        let mut draws = Draws::seeded(seed);
        let drawn = (SCENES[draws.below(SCENES.len())], HOURS[draws.below(HOURS.len())]);
        // Where somebody sails there is water, and a town is seen by its lights.
        let needed = match figure {
            Some(Figure::Boat | Figure::Lighthouse) => Some(Scene::Sea),
            Some(Figure::Rocket) => Some(Scene::Space),
            _ => None,
        };
        let scene = scene.or(needed).unwrap_or(drawn.0);
        let usual = if scene == Scene::Space { NIGHT } else { drawn.1 };
        Self { scene, mood: mood.unwrap_or(usual), figure }
    }
}
