// Tells the browser about the engine before the pages ask for it: it is fetched while they are still being read.
// With a low priority, so that it does not delay what is seen first.

export function engineHints() {
  const wanted = [
    { name: /(^|\/)tablee_wasm_bg-[^/]+\.wasm$/, attrs: { rel: "preload", as: "fetch", type: "application/wasm" } },
    { name: /(^|\/)tablee_wasm-[^/]+\.js$/, attrs: { rel: "modulepreload" } },
  ];
  return {
    name: "engine-hints",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        return wanted.map(({ name, attrs }) => {
          const file = Object.keys(bundle).find((file) => name.test(file));
          if (!file) throw new Error(`the pages have no file ${name}`);
          return {
            tag: "link",
            injectTo: "head",
            attrs: { ...attrs, crossorigin: true, fetchpriority: "low", href: `/${file}` },
          };
        });
      },
    },
  };
}
