import { WorkspaceNotes } from './workspace-notes.js';

// E5
describe('workspaceNotes', () => {
  it('are what was added, trimmed, without what is empty', () => {
    const tool = new WorkspaceNotes();
    expect(tool.workspaceNotes(' a ')).toEqual(['a']);
    expect(tool.workspaceNotes(' ')).toEqual(['a']);
    const notes = tool.workspaceNotes();
    expect(tool.workspaceNotes('b')).toEqual(['a', 'b']);
    expect(notes).toEqual(['a']);
  });
});
