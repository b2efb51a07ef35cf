import { WorkspaceNotes } from './workspace-notes.js';

// E5
describe('workspaceNotes', () => {
  it('are the added notes, trimmed, without empty ones', () => {
    const tool = new WorkspaceNotes();
    expect(tool.workspaceNotes(' a ')).toEqual(['a']);
    expect(tool.workspaceNotes(' ')).toEqual(['a']);
    const notes = tool.workspaceNotes();
    expect(tool.workspaceNotes('b')).toEqual(['a', 'b']);
    expect(notes).toEqual(['a']);
  });
});
