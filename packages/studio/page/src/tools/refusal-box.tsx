import type { ShownError } from '../../../src/protocol/requests.js';
import { issuePlace } from '../form/issue-place.js';
import { ErrorBox } from '../look/blocks.js';
import { Text } from '../look/text.js';

/** Lists all validation messages. Clicking a message focuses its field. */
export function RefusalBox({
  refusal,
  form = 'arguments',
}: {
  readonly refusal: ShownError;
  /** The id of the form with the fields. */
  readonly form?: string;
}) {
  const { issues = [] } = refusal;
  if (issues.length === 0) return <ErrorBox error={refusal} />;
  return (
    <div class="error-box stack tight" role="alert">
      <strong>The registry refused this call:</strong>
      <ul>
        {issues.map((issue) => (
          <li key={`${issue.path} ${issue.message}`}>
            <button type="button" class="quiet" onClick={() => focusField(form, issuePlace(issue))}>
              <Text text={issue.message} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the field at a path, or the closest field that contains it. */
function focusField(form: string, path: string): void {
  for (
    let place = path;
    place !== '';
    place = place.slice(0, Math.max(0, place.search(/(?:\.[^.[\]]*|\[[^[\]]*\])$/)))
  ) {
    const element = document.getElementById(`${form}-${place}`);
    if (element === null) continue;
    element.focus();
    return;
  }
}
