//! The methods that both kinds of table have, local and shared: they read, and change nothing.

/// Defines these methods for a class. Classes of JavaScript cannot be generic, so each kind of table gets its own; it
/// has to know its game (`table`) and its view (`see`).
macro_rules! readings {
    ($class:ident) => {
        #[wasm_bindgen]
        impl $class {
            /// What stays the same while the game lasts.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(unchecked_return_type = "GameInfo")]
            pub fn info(&self) -> Result<JsValue, JsValue> {
                self.table().map(|table| to_js(&table.info())).map_err(thrown)
            }

            /// The view after this many plies; without a number, the current one.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(unchecked_return_type = "View")]
            pub fn view(&self, ply: Option<u32>) -> Result<JsValue, JsValue> {
                self.table().map(|table| to_js(&self.see(table, ply.map(|ply| ply as usize)))).map_err(thrown)
            }

            /// The plies from this number on, counted from 0.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(unchecked_return_type = "PlyView[]")]
            pub fn history(&self, from: u32) -> Result<JsValue, JsValue> {
                self.table().map(|table| to_js(&table.history(from as usize))).map_err(thrown)
            }

            /// The players who left before the end, in order.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(unchecked_return_type = "Departure[]")]
            pub fn departures(&self) -> Result<JsValue, JsValue> {
                self.table().map(|table| to_js(&table.departures())).map_err(thrown)
            }

            /// Where a piece fits now, and the ways to lay it there.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(unchecked_return_type = "Target[]")]
            pub fn targets(&self, piece: &str) -> Result<JsValue, JsValue> {
                self.table().map(|table| to_js(&table.targets(piece))).map_err(thrown)
            }

            /// Where a piece in the hand of this seat could be laid, if it were its turn.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(js_name = targetsOf, unchecked_return_type = "Target[]")]
            pub fn targets_of(&self, seat: u8, piece: &str) -> Result<JsValue, JsValue> {
                let table = self.table().map_err(thrown)?;
                let seat = Seat::try_new(seat.into());
                Ok(to_js(&seat.map(|seat| table.targets_of(seat, piece)).unwrap_or_default()))
            }

            /// Why a piece does not fit on a cell; with a pose: as it is turned now.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(js_name = whyNot, unchecked_return_type = "WhyNot | undefined")]
            pub fn why_not(&self, piece: &str, x: i32, y: i32, pose: Option<u32>) -> Result<JsValue, JsValue> {
                let why = self.table().map_err(thrown)?.why_not(piece, [x, y], pose);
                Ok(why.map_or(JsValue::UNDEFINED, |why| to_js(&why)))
            }

            /// Why a piece in the hand of the player to move fits nowhere; undefined if it fits.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(js_name = whyNowhere, unchecked_return_type = "Text | undefined")]
            pub fn why_nowhere(&self, piece: &str) -> Result<JsValue, JsValue> {
                let why = self.table().map_err(thrown)?.why_nowhere(piece);
                Ok(why.map_or(JsValue::UNDEFINED, |why| to_js(&why)))
            }

            /// What a move would bring; undefined if it is not legal.
            ///
            /// # Errors
            /// If the game has not begun.
            #[wasm_bindgen(unchecked_return_type = "Effect | undefined")]
            pub fn effect(&self, mv: &str) -> Result<JsValue, JsValue> {
                let effect = self.table().map_err(thrown)?.effect(mv);
                Ok(effect.map_or(JsValue::UNDEFINED, |effect| to_js(&effect)))
            }

            /// The game so far as a record.
            ///
            /// # Errors
            /// If the game has not begun.
            pub fn record(&self) -> Result<String, JsValue> {
                self.table().map(|table| table.record()).map_err(thrown)
            }

            /// What can be proven of the game so far.
            ///
            /// # Errors
            /// The first thing that is not proven.
            #[wasm_bindgen(unchecked_return_type = "ProofView")]
            pub fn prove(&self) -> Result<JsValue, JsValue> {
                self.table().and_then(|table| table.prove()).map(|proof| to_js(&proof)).map_err(thrown)
            }
        }
    };
}

pub(crate) use readings;
