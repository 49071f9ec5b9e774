// Light or dark: as the system says until the button is pressed, and then as chosen, also on the next visit.
import type { Theme } from "./colour.js";

const key = "wembed-theme";

export function startTheme(button: HTMLButtonElement, onTheme: (theme: Theme) => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = readChoice();
  const current = (): Theme => chosen ?? (system.matches ? "dark" : "light");

  const apply = () => {
    if (chosen !== undefined) document.documentElement.dataset["theme"] = chosen;
    button.textContent = current() === "dark" ? "Light theme" : "Dark theme";
    onTheme(current());
  };

  button.addEventListener("click", () => {
    chosen = current() === "dark" ? "light" : "dark";
    writeChoice(chosen);
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

function readChoice(): Theme | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" ? stored : undefined;
  } catch {
    return undefined; // storage may be forbidden
  }
}

function writeChoice(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Then it lasts until the page is closed.
  }
}
