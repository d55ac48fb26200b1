/** A phrase that depends on a number, by the plural rules of a language. */
export function counted(lang: string, one: string, other: string): (count: number) => string {
  const rules = new Intl.PluralRules(lang);
  const format = new Intl.NumberFormat(lang);
  return (count) => (rules.select(count) === "one" ? one : other).replace("#", format.format(count));
}
