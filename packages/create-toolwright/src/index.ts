export { type CreatedProject, type CreateProjectOptions, createProject } from './create-project.js';
export { describeProject } from './describe-project.js';
export { isTemplateName, TEMPLATE_NAMES, type TemplateName } from './templates.js';
