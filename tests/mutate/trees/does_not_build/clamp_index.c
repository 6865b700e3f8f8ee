int clamp_index(int index
