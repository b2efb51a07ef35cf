export { audio, content, file, image } from '@toolwright/tools';
