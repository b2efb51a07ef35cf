import { HttpAgent, type RunAgentParameters } from '@ag-ui/client';
import type { Interrupt, Message } from '@ag-ui/core';
import { type FormEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** One conversation. It keeps the messages, and the interrupts that wait for answers. */
const agent = new HttpAgent({ url: '/api/agent' });

function Chat() {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [interrupts, setInterrupts] = useState<readonly Interrupt[]>([]);
  const [status, setStatus] = useState('ready');
  useEffect(() => {
    const subscriber = agent.subscribe({ onMessagesChanged: (change) => setMessages([...change.messages]) });
    return () => subscriber.unsubscribe();
  }, []);
  const run = async (parameters: RunAgentParameters = {}) => {
    setStatus('streaming');
    setInterrupts([]);
    try {
      await agent.runAgent(parameters);
      setStatus('ready');
    } catch (error) {
      setStatus(String(error));
    }
    setInterrupts(agent.pendingInterrupts);
  };
  const ask = (submit: FormEvent<HTMLFormElement>) => {
    submit.preventDefault();
    const content = String(new FormData(submit.currentTarget).get('question'));
    submit.currentTarget.reset();
    agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
    void run();
  };
  /** The agent of the example asks about one call at a time, so one answer decides all of them. */
  const decide = (approved: boolean) =>
    run({
      resume: interrupts.map(({ id }) => ({ interruptId: id, status: 'resolved', payload: { approved } })),
    });
  return (
    <>
      {messages.map((message) => (
        <Shown key={message.id} message={message} />
      ))}
      {interrupts.map(({ id, message }) => (
        <p key={id}>{message}</p>
      ))}
      {interrupts.length > 0 && (
        <button type="button" onClick={() => void decide(true)}>
          Approve
        </button>
      )}
      {interrupts.length > 0 && (
        <button type="button" onClick={() => void decide(false)}>
          Deny
        </button>
      )}
      <p id="status">{status}</p>
      <form onSubmit={ask}>
        <input name="question" required />
        <button type="submit">Ask</button>
        <button type="button" id="stop" onClick={() => agent.abortRun()}>
          Stop
        </button>
      </form>
    </>
  );
}

function Shown({ message }: { readonly message: Message }) {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return (
    <section className={message.role}>
      {typeof message.content === 'string' && <p>{message.content}</p>}
      {calls.map(({ id, function: { name, arguments: input } }) => (
        <div key={id} className="call">
          {name} {input}
        </div>
      ))}
    </section>
  );
}

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<Chat />);
