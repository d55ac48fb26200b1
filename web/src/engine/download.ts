// Files that the browser saves.

/** Downloads a record, named after its game and the time. */
export function downloadRecord(record: string, game: string): void {
  downloadText(record, "text/plain", `${game}-${new Date().toISOString().slice(0, 16).replaceAll(":", "")}.tablee`);
}

/** Downloads a text as a file of this name. */
export function downloadText(text: string, type: string, name: string): void {
  downloadBlob(new Blob([text], { type }), name);
}

/** Downloads a file under this name. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
