import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

// The compiler checks types and unused names (tsconfig.json). These rules find what it does not see.
const common = {
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-console": ["error", { allow: ["warn", "error"] }],
  "no-else-return": "error",
  // French puts a non-breaking space before ; : ! ?
  "no-irregular-whitespace": ["error", { skipStrings: true, skipTemplates: true }],
  "no-param-reassign": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
  "max-lines": ["error", { max: 500 }],
  "max-lines-per-function": ["error", { max: 80 }],
};

export default ts.config(
  { ignores: ["dist/", "src/engine/pkg/", "test-shots/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { rules: common },
  { files: ["src/**", "unit/**"], languageOptions: { globals: globals.browser } },
  { files: ["src/sw.ts"], languageOptions: { globals: globals.serviceworker } },
  { files: ["*.mjs", "*.js", "*.ts", "tests/**"], languageOptions: { globals: globals.node } },
  // Tests pass functions to the browser, and write what they measured.
  { files: ["tests/**"], languageOptions: { globals: globals.browser }, rules: { "no-console": "off" } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      // `$props()` are destructured with `let` where one of them is bindable.
      "prefer-const": "off",
      "svelte/prefer-const": ["error", { destructuring: "all" }],
      // Lists that are shown in full and in order need no keys; maps that are replaced as a whole need no reactivity.
      "svelte/require-each-key": "off",
      "svelte/prefer-svelte-reactivity": "off",
      // Removes a `{" "}` that the formatter puts where a space counts.
      "svelte/no-useless-mustaches": "off",
    },
  },
);
