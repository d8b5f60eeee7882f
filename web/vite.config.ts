import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The site's policy allows no inline scripts or styles, so nothing is inlined; the server finds
// each page's files in the manifest.
export default defineConfig({
  plugins: [svelte()],
  base: "/assets/",
  build: {
    outDir: "../src/tallyho/server/web/static",
    emptyOutDir: true,
    assetsDir: "built",
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rollupOptions: {
      input: {
        frame: "src/frame/main.ts",
        site: "src/site/main.ts",
        lobby: "src/lobby/main.ts",
        game: "src/game/main.ts",
        learn: "src/learn/main.ts",
        replay: "src/replay/main.ts",
      },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
