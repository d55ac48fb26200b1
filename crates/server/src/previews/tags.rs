//! The tags of a page that messengers and search engines read: Open Graph, and the one that only Twitter knows.

use std::fmt::Write as _;

use tablee_core::Lang;
use tablee_picture::SIZE;

use super::card::Card;

/// The texts of a page's tags.
pub struct Tags<'a> {
    pub lang: Lang,
    pub card: &'a Card,
    /// Scheme and host of this server; without them the tags have no addresses.
    pub origin: Option<&'a str>,
    /// The path of the page.
    pub path: &'a str,
    /// The path of its picture; without one there is only the icon.
    pub picture: Option<&'a str>,
}

impl Tags<'_> {
    /// The page with the tags in its head, before the title.
    pub fn insert_into(&self, page: &str) -> String {
        match page.find("<title") {
            Some(at) => format!("{}{}{}", &page[..at], self.html(), &page[at..]),
            None => page.to_owned(),
        }
    }

    fn html(&self) -> String {
        let (title, description) = (self.card.title.say(self.lang), self.card.description.say(self.lang));
        let (own, other) = self.lang.pick(("en_GB", "fr_FR"), ("fr_FR", "en_GB"));
        let mut html = String::new();
        let mut tag = |kind: &str, name: &str, content: &str| {
            // Writing to a string cannot fail.
            let _ = write!(html, "<meta {kind}=\"{name}\" content=\"{}\" />", escaped(content));
        };
        tag("property", "og:type", "website");
        tag("property", "og:site_name", "Tablée");
        tag("property", "og:locale", own);
        tag("property", "og:locale:alternate", other);
        tag("property", "og:title", title);
        tag("property", "og:description", description);
        if let Some(origin) = self.origin {
            tag("property", "og:url", &format!("{origin}{}", self.path));
            let picture = self.picture.unwrap_or("/icon-512.png");
            tag("property", "og:image", &format!("{origin}{picture}"));
            tag("property", "og:image:type", "image/png");
            if self.picture.is_some() {
                tag("property", "og:image:width", &SIZE[0].to_string());
                tag("property", "og:image:height", &SIZE[1].to_string());
                tag("property", "og:image:alt", title);
            }
        }
        tag("name", "twitter:card", if self.picture.is_some() { "summary_large_image" } else { "summary" });
        html
    }
}

/// A text inside of an attribute's double quotes.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            letter if letter.is_control() => html.push(' '),
            letter => html.push(letter),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tablee_core::Text;

    use super::*;

    fn tags(title: &str, picture: Option<&str>) -> String {
        let title = Text { en: title.to_owned(), fr: "titre".to_owned() };
        let card = Card { description: Card::generic().description, title };
        let tags = Tags { lang: Lang::En, card: &card, origin: Some("https://club.example"), path: "/s/x", picture };
        tags.insert_into("<!doctype html><head><title>Tablée</title></head>")
    }

    #[test]
    fn the_tags_stand_in_the_head_before_the_title() {
        let page = tags("Kumata: Anna 48", Some("/s/x/preview.png"));
        assert!(
            page.starts_with("<!doctype html><head><meta property=\"og:type\"") && page.ends_with("<title>Tablée</title></head>")
        );
        for tag in [
            "<meta property=\"og:title\" content=\"Kumata: Anna 48\" />",
            "<meta property=\"og:image\" content=\"https://club.example/s/x/preview.png\" />",
            "<meta property=\"og:image:width\" content=\"1200\" />",
            "<meta property=\"og:locale\" content=\"en_GB\" />",
            "<meta name=\"twitter:card\" content=\"summary_large_image\" />",
        ] {
            assert!(page.contains(tag), "{tag}\n{page}");
        }
        let page = tags("Tablée", None);
        assert!(page.contains("content=\"https://club.example/icon-512.png\"") && page.contains("content=\"summary\""), "{page}");
    }

    proptest! {
        #[test]
        fn no_name_gets_out_of_its_attribute(name in "\\PC{0,30}|.{0,30}|[<>\"'&/ =a-z]{0,40}") {
            let page = tags(&name, Some("/s/x/preview.png"));
            let plain = tags("", Some("/s/x/preview.png"));
            for sign in ['<', '>', '"', '\''] {
                prop_assert_eq!(page.matches(sign).count(), plain.matches(sign).count(), "{}", page);
            }
            prop_assert!(!page.contains(|letter: char| letter.is_control()));
        }
    }
}
