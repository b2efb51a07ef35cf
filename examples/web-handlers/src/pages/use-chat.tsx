import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Approve = (answer: { readonly id: string; readonly approved: boolean }) => void;

function Chat() {
  const [files, setFiles] = useState<FileList>();
  // The page asks `/api/chat`, and sends decisions as soon as every call has one.
  const { messages, status, error, sendMessage, regenerate, stop, addToolApprovalResponse } = useChat({
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const ask = (submit: FormEvent<HTMLFormElement>) => {
    submit.preventDefault();
    const text = String(new FormData(submit.currentTarget).get('question'));
    void sendMessage(files === undefined ? { text } : { text, files });
    // Also empties the list of files, which `sendMessage` has read.
    submit.currentTarget.reset();
    setFiles(undefined);
  };
  return (
    <>
      {messages.map((message) => (
        <section key={message.id} className={message.role}>
          {message.parts.map((part, index) => (
            <Part key={index} part={part} approve={addToolApprovalResponse} />
          ))}
        </section>
      ))}
      <p id="status">{error === undefined ? status : error.message}</p>
      <form onSubmit={ask}>
        <input name="question" required />
        <input name="files" type="file" onChange={({ target }) => setFiles(target.files ?? undefined)} />
        <button type="submit">Ask</button>
        <button type="button" id="stop" onClick={() => void stop()}>
          Stop
        </button>
        <button type="button" id="again" onClick={() => void regenerate()}>
          Answer again
        </button>
      </form>
    </>
  );
}

function Part({ part, approve }: { readonly part: UIMessage['parts'][number]; readonly approve: Approve }) {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (part.type === 'file') return <img src={part.url} alt={part.filename ?? ''} />;
  if (part.type !== 'dynamic-tool') return null;
  const { toolName, input, state } = part;
  const asked = state === 'approval-requested' ? part.approval : undefined;
  return (
    <div className="call">
      {toolName} {JSON.stringify(input)}{' '}
      {state === 'output-available' ? `→ ${JSON.stringify(part.output)}` : state}
      {asked && (
        <button type="button" onClick={() => approve({ id: asked.id, approved: true })}>
          Approve
        </button>
      )}
      {asked && (
        <button type="button" onClick={() => approve({ id: asked.id, approved: false })}>
          Deny
        </button>
      )}
    </div>
  );
}

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<Chat />);
