import type { JsonSchema, ToolSpec } from 'toolwright';

/** A form for each tool; its schema decides the fields and their defaults. */
export function page(tools: readonly ToolSpec[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tools</title>
<style>body { font: 1rem/1.5 sans-serif; max-width: 40rem; margin: 2rem auto } label { display: block }</style>
<h1>Tools</h1>
${tools.map(form).join('\n')}
<script type="module">
for (const form of document.forms) form.onsubmit = async (event) => {
  event.preventDefault();
  const entered = [...new FormData(form)].filter(([, value]) => value !== '');
  const reply = await fetch(form.action, { method: 'POST', body: JSON.stringify(Object.fromEntries(entered)) });
  const { result, error } = await reply.json();
  form.querySelector('output').textContent = error ?? JSON.stringify(result);
};
</script>
</html>`;
}

function form({ name, description, parameters }: ToolSpec): string {
  const { properties = {}, required = [] } = parameters;
  const fields = Object.entries(properties).map(([key, schema]) =>
    field(key, schema, required.includes(key)),
  );
  return `<form action="/call/${name}">
<h2>${name}</h2>
<p>${escapeHtml(description)}</p>
${fields.join('\n')}
<button>Call</button> <output></output>
</form>`;
}

function field(key: string, schema: JsonSchema, isRequired: boolean): string {
  const initial = schema.default === undefined ? '' : String(schema.default);
  const choices = schema.enum?.map(
    (value) => `<option${value === schema.default ? ' selected' : ''}>${escapeHtml(String(value))}</option>`,
  );
  const input = choices
    ? `<select name="${key}">${choices.join('')}</select>`
    : `<input name="${key}" value="${escapeHtml(initial)}"${isRequired ? ' required' : ''}>`;
  return `<label>${key} ${input} ${escapeHtml(schema.description ?? '')}</label>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
