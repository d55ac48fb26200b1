import { mount } from "svelte";
import App from "./App.svelte";
import { loadEngine } from "./engine/engine";
import "./look/page.css";
import "./look/table.css";
import { updates } from "./updates.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");
// The engine comes while the first picture is already being shown.
loadEngine().catch((error: unknown) => console.error(error));
mount(App, { target });
// Keeping everything for later must not slow down what is wanted now.
setTimeout(() => void updates.register(), 4000);
